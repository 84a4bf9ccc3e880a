import path from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { checkBudgets } from './build/check-budgets.ts';
import { compressFiles } from './build/compress-files.ts';
import { groupScripts } from './build/group-scripts.ts';
import { leaveOutSchemas } from './build/leave-out-schemas.ts';
import { paintFirst } from './build/paint-first.ts';
import { prerenderPages } from './build/prerender-pages.ts';
import { nameAsset, reduceFonts } from './build/reduce-fonts.ts';
import { SIGNED_IN_SCREENS } from './build/screens.ts';

const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const server = process.env.SERVER_URL ?? 'http://localhost:3000';

/** What the server answers itself; the page /api is the application's, the paths below it are not. */
const proxy = {
  '^/(api|auth|dev|photos)/.*': { target: server, changeOrigin: false },
  '^/health$': { target: server, changeOrigin: false },
  '^/ws/.*': { target: server, ws: true },
};

const BUDGETS = [
  { page: 'The landing page', modules: ['src/features/landing/landing-screen.tsx'], maxKb: 87 },
  ...SIGNED_IN_SCREENS.map(({ name, module, maxKb }) => ({
    page: name,
    modules: ['src/app/app.tsx', `src/${module}`],
    maxKb,
  })),
];

export default defineConfig({
  plugins: [
    leaveOutSchemas(),
    react(),
    tailwindcss(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      injectRegister: null,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,woff2,webmanifest}'],
        globIgnores: ['pages/**', '**/*-{cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-*'],
      },
    }),
    reduceFonts(),
    checkBudgets(BUDGETS),
    paintFirst(),
    prerenderPages(),
    compressFiles(),
  ],
  server: { port: 5181, proxy, fs: { allow: [repositoryRoot] } },
  preview: { port: 5181, proxy },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    // On its own, so that only pages with forms load it.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: groupScripts(import.meta.dirname) },
        assetFileNames: nameAsset,
      },
    },
  },
});
