import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const core = process.env['PATCHBAY_CORE'] ?? 'http://127.0.0.1:8080';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The colour scheme must be on <html> before the first paint, and the content policy
 * allows no inline script, so this small classic script becomes a hashed file of its own.
 */
function schemeScript(): Plugin {
  const source = readFileSync(here('./src/ui/scheme.js'), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `assets/scheme-${hash}.js`;
  let serving = false;
  return {
    name: 'patchbay-scheme-script',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    buildStart() {
      if (!serving) this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml(_html, context) {
      if (context.filename !== here('./index.html')) return [];
      const src = serving ? '/src/ui/scheme.js' : `/${fileName}`;
      return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
    },
  };
}

/** The visitors' page is a document of its own; the core knows its addresses, the dev server not. */
function visitorPage(): Plugin {
  return {
    name: 'patchbay-visitor-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/((register|start)\/livechat\/|end\/livechat)/.test(request.url ?? '')) request.url = '/visitor.html';
        next();
      });
    },
  };
}

/** A browser's navigation to a path that is both a screen and a call gets the screen. */
function screenFirst(request: { headers: Record<string, unknown> }) {
  return request.headers['sec-fetch-mode'] === 'navigate' ? '/index.html' : undefined;
}

const call = { target: core, changeOrigin: false };
const callOrScreen = { ...call, bypass: screenFirst };

/** Of the component library: its core, and what the frame around every screen is made of. */
const FRAME =
  /node_modules\/@mantine\/core\/esm\/(core\/|utils\/Floating\/|components\/(Accordion|ActionIcon|Avatar|Button|CloseButton|FocusTrap|Input|Loader|Menu|Overlay|Popover|Portal|Tooltip|Transition|UnstyledButton|VisuallyHidden)\/)/;
const FORM =
  /node_modules\/@mantine\/core\/esm\/components\/(Alert|FloatingIndicator|Group|InputBase|PasswordInput|SegmentedControl|Stack|TextInput)\//;

export default defineConfig({
  // The visitors' page is Preact, which React's hot reloading must leave alone.
  plugins: [react({ exclude: [/node_modules/, /\/visitor\//] }), schemeScript(), visitorPage()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': call,
      '/socket': { ...call, ws: true },
      '/ticket/data': call,
      '/ticket/info': call,
      '/ticket/load': call,
      '/channels/hook': call,
      '^/visit/': call,
      '/agent': callOrScreen,
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in two files that change seldom, instead of dozens of crumbs.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|use-sync-external-store)\// },
            { name: 'ground', test: /\/src\/(api|realtime|session\/(store|check|model)|ui\/(dialog|toast|keys|dates|useLate|useNow))/ },
            { name: 'kit', test: FRAME },
            // Before what uses them, which would take them along.
            { name: 'hooks', test: /node_modules\/@mantine\/hooks\//, minShareCount: 3 },
            // What most screens need sooner or later, but not before there is a screen.
            { name: 'form', test: FORM, minShareCount: 3 },
            { name: 'dialog', test: /node_modules\/@mantine\/core\/esm\/components\/(Drawer|Modal|ModalBase|ScrollArea)\// },
          ],
        },
      },
      input: { workspace: here('./index.html'), visitor: here('./visitor.html') },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'visitor/**/*.test.{ts,tsx}'],
    setupFiles: ['./tests/setup.ts'],
    // What a busy machine needs, not what a test should take.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
});
