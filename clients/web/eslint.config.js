import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules/", "coverage/"] },
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
  {
    rules: {
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "svelte/no-at-html-tags": "error",
      "svelte/prefer-svelte-reactivity": "off", // plain collections inside pure functions and raw state
      // The content policy has no 'unsafe-inline': of styles only style: directives work.
      "no-restricted-syntax": [
        "error",
        { selector: "SvelteAttribute[key.name='style']", message: "Use a style: directive." },
        { selector: "MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]", message: "Text goes through Svelte." },
      ],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-globals": [
        "error",
        { name: "alert", message: "Say it on the page." },
        { name: "confirm", message: "Ask on the page." },
      ],
    },
  },
);
