/** The link that lets people sit: how it reads, and how it gets into the clipboard. */

/** `http://192.168.1.7:8000/t/<T>#<secret>`; without a secret it lets people watch. */
export function inviteLink(origin: string, table: string, invite: string): string {
  return `${origin}/t/${table}${invite ? `#${invite}` : ""}`;
}

/** The invite of a table at which this browser sits; "" if the server does not tell. */
export async function fetchInvite(table: string): Promise<string> {
  try {
    const answer = await fetch(`/api/tables/${table}`, { headers: { accept: "application/json" } });
    const told = (await answer.json()) as { invite?: unknown };
    return answer.ok && typeof told.invite === "string" ? told.invite : "";
  } catch {
    return "";
  }
}

/** Copies what the field holds. On a plain-http page the clipboard is hidden; it stays selected for copying by hand. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  return (await written(field.value)) || document.execCommand("copy");
}

async function written(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return false;
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a link leads nowhere but on the machine that serves it. */
export function opensHereOnly(link: string): boolean {
  return LOOPBACK.test(new URL(link).hostname);
}
