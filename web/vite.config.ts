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
        if (/^\/(new_ticket\/|survey\/|(register|start)\/livechat\/|end\/livechat)/.test(request.url ?? '')) request.url = '/visitor.html';
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

const OF_LIBRARY = (names: string) => new RegExp(`/node_modules/@mantine/core/esm/components/(${names})/`);

/** Of the component library: its core, and what every screen is made of. */
const KIT =
  /node_modules\/@mantine\/core\/esm\/(core\/|components\/(ActionIcon|Avatar|Button|CloseButton|Input|InputBase|Loader|Transition|UnstyledButton|VisuallyHidden)\/)/;
/** What lies over a screen, be it a menu or a dialog, and marks that menus share with fields. */
const LAYER = /node_modules\/@mantine\/core\/esm\/components\/(FocusTrap\/|Overlay\/|Portal\/|Checkbox\/CheckIcon|Radio\/RadioIcon)/;
/** What floats beside something: no screen needs it before somebody points or clicks. */
const FLOATING = /node_modules\/(@floating-ui\/|tabbable\/|@mantine\/core\/esm\/(utils\/Floating\/|components\/(Accordion|Menu|Popover|Tooltip)\/))/;
const FORM = OF_LIBRARY('Alert|FloatingIndicator|Group|PasswordInput|SegmentedControl|Stack|TextInput');
const DIALOG = OF_LIBRARY('Drawer|Modal|ModalBase|ScrollArea');

/** Small things that every conversation needs and other screens, too: one by one they compress badly. */
const TALK = /\/src\/tickets\/(merge|tidy|contents|edits|composer\/(offers|rules|head)|onward\/onward|message\/(senderName|insights|PlainText|edits))\.tsx?$/;

/** What most screens say when there is nothing to show, and the icons that many have: each alone compresses badly. */
const ICONS_AND_PLACES = /\/node_modules\/@tabler\/|\/src\/ui\/(EmptyPlace|ErrorPlace)\.tsx$/;
/** Of the icons, those that stand for a section of the settings wherever it is named, and for little else. */
const SECTION_ICONS = /\/@tabler\/.*\/Icon(CalendarOff|ClockHour9|Forms|Message2Bolt|Tags|Webhook)\.mjs$/;
/** The same for the list and whatever acts on its rows. */
const ROWS = /\/src\/(tickets\/(address|popup|list\/useRowKeys)|ui\/(LabelChips|LabelDot|Avatar|useNow|ChannelMark)|actions\/KeyHint)\.tsx?$/;

/** What the document loads before anything else. */
const THERE = /\/(react|ground|kit|loader|rolldown-runtime)-[\w-]{8}\.(js|css)$/;

const TESTS = ['src/**/*.test.{ts,tsx}', 'visitor/**/*.test.{ts,tsx}'];
/** It puts another location in the place of the window's, which a context does not allow. */
const OWN_PROCESS = 'src/session/check.test.ts';

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
    // A lazy part names what it needs, so that all of it is fetched at once; what its document has
    // anyway does not have to be named in each of them.
    modulePreload: { resolveDependencies: (_file, needed) => needed.filter((file) => !THERE.test(file)) },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs, in a few files that change seldom, instead of dozens of crumbs.
            // Both documents need it; it must not bring the workspace to the visitors.
            { name: 'loader', test: (id: string) => id.includes('vite/preload-helper') || id === here('./src/ui/enter.ts') },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|zustand|use-sync-external-store)\// },
            { name: 'kit', test: KIT },
            { name: 'ground', tags: ['$initial'], test: (id: string) => id.startsWith(here('./src/')) || /node_modules\/@(tabler|tanstack)\//.test(id) },
            { name: 'sections', test: SECTION_ICONS },
            { name: 'icons', test: ICONS_AND_PLACES, minShareCount: 4 },
            // Before what uses them, which would take them along.
            { name: 'hooks', test: /node_modules\/@mantine\/hooks\//, minShareCount: 3 },
            { name: 'talk', test: TALK },
            { name: 'rows', test: ROWS },
            { name: 'layer', test: LAYER },
            { name: 'floating', test: FLOATING },
            // What most screens need sooner or later, but not before there is a screen.
            { name: 'form', test: FORM, minShareCount: 3 },
            { name: 'dialog', test: DIALOG },
          ],
        },
      },
      input: { workspace: here('./index.html'), visitor: here('./visitor.html') },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./tests/setup.ts'],
    // Every processor there is: by itself it leaves one idle, which is half of a small machine.
    maxWorkers: '100%',
    // What a busy machine needs, not what a test should take.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // Each file still has modules and a document of its own, but in a context within a process that
    // lives on: a process of its own for each took more time than the tests in it.
    projects: [
      {
        extends: true,
        test: {
          name: 'context',
          include: TESTS,
          exclude: [OWN_PROCESS],
          pool: 'vmForks',
          // A context is not always given back; a worker beyond this is replaced.
          vmMemoryLimit: '1GB',
        },
      },
      { extends: true, test: { name: 'process', include: [OWN_PROCESS], pool: 'forks' } },
    ],
  },
});
