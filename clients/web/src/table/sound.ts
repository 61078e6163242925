/** Short sounds made at run time, told apart by their rhythm; off until somebody wants them. */

import { rankOf } from "../lib/cards";
import type { News } from "../lib/protocol";

export type Sound = "turn" | "play" | "draw" | "eight" | "penalty" | "last" | "round" | "chat";

const KNOCKS_MAX = 4;
const VOLUME = 0.16;
let context: AudioContext | undefined;

/** What is heard of one step, in order; nothing that is not also seen. */
export function soundsOf(news: readonly News[], me: number, wild: readonly string[]): Sound[] {
  const heard: Sound[] = [];
  for (const item of news) {
    if (item.t === "played") heard.push(wild.includes(rankOf(item.card)) ? "eight" : "play", ...(item.left === 1 ? (["last"] as const) : []));
    else if (item.t === "drew") heard.push("draw");
    else if (item.t === "turn" && item.pending) heard.push("penalty");
    else if (item.t === "round_over" && item.how !== "stopped") heard.push("round");
    if (item.t === "turn" && item.seat === me && me >= 0) heard.push("turn");
  }
  return heard;
}

/** Plays them one after another. `steps` is how often a penalty has grown. */
export function play(sounds: readonly Sound[], steps = 1): void {
  if (sounds.length === 0 || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime + 0.01;
  for (const sound of sounds) {
    at = RECIPES[sound](context, at, steps) + 0.05;
    if (sound === "turn") navigator.vibrate?.(20);
  }
}

type Recipe = (audio: AudioContext, at: number, steps: number) => number; // gives when it ends, s

const G4 = 392;
const C5 = 523.25;
const RECIPES: Record<Sound, Recipe> = {
  turn: (audio, at) => tone(audio, tone(audio, at, 0.09, G4, "triangle"), 0.18, C5, "triangle"),
  play: (audio, at) => tone(audio, hiss(audio, at, 0.045, 1800, 1800), 0.06, 140, "sine"),
  draw: (audio, at) => hiss(audio, at, 0.09, 900, 2400),
  eight: (audio, at) => [C5, 659.25, 987.77].reduce((when, pitch, index) => tone(audio, when, 0.06, pitch, "triangle", index === 2 ? pitch * 1.122 : pitch), at),
  penalty: (audio, at, steps) => Array.from({ length: Math.min(KNOCKS_MAX, 1 + steps) }).reduce<number>((when) => tone(audio, when, 0.04, 180, "square") + 0.05, at),
  last: (audio, at) => tone(audio, at, 0.26, 880, "sine", 880, 12),
  round: (audio, at) => [261.63, 329.63, G4, C5].reduce((when, pitch) => tone(audio, when, 0.07, pitch, "triangle"), at),
  chat: (audio, at) => tone(audio, at, 0.07, 620, "sine", 480),
};

function tone(audio: AudioContext, at: number, seconds: number, from: number, type: OscillatorType, to = from, tremolo = 0): number {
  const source = new OscillatorNode(audio, { type, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  const gain = envelope(audio, at, seconds);
  if (tremolo > 0) {
    const shake = new OscillatorNode(audio, { frequency: tremolo });
    shake.connect(new GainNode(audio, { gain: VOLUME / 3 })).connect(gain.gain);
    shake.start(at);
    shake.stop(at + seconds);
  }
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds + 0.02);
  return at + seconds;
}

function hiss(audio: AudioContext, at: number, seconds: number, from: number, to: number): number {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: from, Q: 1.2 });
  band.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(band).connect(envelope(audio, at, seconds)).connect(audio.destination);
  source.start(at);
  return at + seconds;
}

function envelope(audio: AudioContext, at: number, seconds: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(VOLUME, at + 0.008);
  gain.gain.setTargetAtTime(0, at + seconds * 0.6, seconds / 6);
  return gain;
}
