import { env } from "node:process";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = env.OCHOS_DEV_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ["browser"] },
  build: {
    outDir: "../../server/api/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a data: address would need a hole in the content policy
    chunkSizeWarningLimit: 600, // kB: all in one, so that files are read and checked once the network is gone
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // nothing that a host can do about it
  },
  server: {
    fs: { allow: [".."] },
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
  },
});
