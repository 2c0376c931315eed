import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
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

/** The name in the widget's loader that the core replaces with the settings. */
const SETTINGS_NAME = '__PATCHBAY_WIDGET__';

/**
 * Sites load the widget by one tag, from an address that never changes: a classic script of one file, which
 * the core serves with the settings in it.
 */
function widgetLoader(): Plugin {
  return {
    name: 'patchbay-widget-loader',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        root: here('.'),
        logLevel: 'warn',
        publicDir: false,
        build: {
          target: 'es2022',
          write: false,
          minify: true,
          lib: { entry: here('./widget/main.ts'), formats: ['iife'], name: 'patchbayWidget' },
        },
      });
      const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
      const [loader] = files;
      if (loader?.type !== 'chunk' || files.length > 1) this.error('The loader is not one file.');
      if (loader.code.split(SETTINGS_NAME).length !== 2) this.error(`The loader names ${SETTINGS_NAME} more or less than once.`);
      this.emitFile({ type: 'asset', fileName: 'widget/loader.js', source: loader.code });
    },
  };
}

/** The visitors' page is a document of its own; the core knows its addresses, the dev server not. */
function visitorPage(): Plugin {
  return {
    name: 'patchbay-visitor-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/(new_ticket\/|survey\/|widget\/[^/.?]+(\?|$)|(register|start)\/livechat\/|end\/livechat)/.test(request.url ?? '')) request.url = '/visitor.html';
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

/** Of the component library: its core, but for what sliders alone need of it, and what the login, the frame and the list are made of. */
const KIT =
  /node_modules\/@mantine\/(core\/esm\/(core\/(?!utils\/find-closest)|components\/(ActionIcon|Avatar|Button|FloatingIndicator|Loader|SegmentedControl|Skeleton|Transition|UnstyledButton|VisuallyHidden)\/)|hooks\/esm\/(use-(did-update|hotkeys|id|isomorphic-effect|local-storage|media-query|merged-ref|mounted|mutation-observer|reduced-motion|uncontrolled|window-event)|utils)\/)/;
/** What the login has in common with the screens behind it. */
const SHARED = /\/src\/(ui\/(EmptyPlace|ErrorPlace|LanguageMenu|Menu|Popover|Tooltip)|i18n\/roomTexts)\.tsx?$|\/Icon(AlertCircle|Login2)\.mjs$/;
/** What lies over a screen, be it a menu or a dialog, and marks that menus share with fields. */
const LAYER = /node_modules\/@mantine\/core\/esm\/components\/(FocusTrap\/|Overlay\/|Portal\/|Checkbox\/CheckIcon|Radio\/RadioIcon)/;
/** What floats beside something: no screen needs it before somebody points or clicks. */
const FLOATING = /node_modules\/(@floating-ui\/|tabbable\/|@mantine\/core\/esm\/(utils\/Floating\/|components\/(Accordion|Menu|Popover|Tooltip)\/))/;
const FORM = OF_LIBRARY('Alert|Anchor|CloseButton|Divider|Group|Input|InputBase|PasswordInput|Stack|Text|TextInput|Title');
const DIALOG = OF_LIBRARY('Drawer|Modal|ModalBase|ScrollArea');
/** The editor of formatted text, which only a composer that formats loads. */
const EDITOR = /node_modules\/(@tiptap\/|prosemirror-|@mantine\/tiptap\/|linkifyjs\/|fast-equals\/)/;

/** What most screens say when there is nothing to show, and the icons that many have: each alone compresses badly. */
const ICONS = /\/node_modules\/@tabler\//;
/** Of the icons, those that stand for a section of the settings wherever it is named, and for little else. */
const SECTION_ICONS = /\/@tabler\/.*\/Icon(CalendarOff|ClockHour9|Forms|Message2Bolt|Tags|TargetArrow|Webhook)\.mjs$/;
/** Rows of tickets and what they are kept in, for every screen that has some, and whether home has figures before them. */
const ROWS = /\/src\/(tickets\/(address|popup|list\/(useRowKeys|useHeldOrder))|dashboard\/access|ui\/(LabelChips|LabelDot|Avatar|useNow|ChannelMark|due\/DueMark|emotion\/EmotionMark)|actions\/KeyHint)\.tsx?$|\/Icon(CalendarEvent|HourglassHigh|Lock)\.mjs$/;

/** A file with everything it imports and no group above has. */
const WITH_ALL_OF = (names: string) => new RegExp(`/src/(${names})\\.tsx?$`);

/** What the document loads before anything else. */
const THERE = /\/(react|ground|kit|loader|rolldown-runtime)-[\w-]{7}\.(js|css)$/;
/** Screens that somebody waits for. What else is lazy is fetched when there is time, and then may take two steps. */
const WAITED_FOR = /\/(Conversation|desk|HomePage|live|LivechatPage|LoginPage|PopupPage|Queries|TicketList|TicketsPage)-[\w-]{7}\.js$/;

/** What is fetched at once with a lazy part. Naming it takes room in what the first screen loads; styles have to be named. */
function fetchedWith(part: string, needed: string[]): string[] {
  return needed.filter((file) => !THERE.test(file) && (file.endsWith('.css') || WAITED_FOR.test(`/${part}`)));
}

const TESTS = (ending: string) => [`{src,visitor,widget}/**/*${ending}`];
/** It puts another location in the place of the window's, which a context does not allow. */
const OWN_PROCESS = 'src/session/check.dom.test.ts';

export default defineConfig({
  // The visitors' page is Preact, which React's hot reloading must leave alone.
  plugins: [react({ exclude: [/node_modules/, /\/visitor\//] }), schemeScript(), widgetLoader(), visitorPage()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': call,
      '/socket': { ...call, ws: true },
      '/ticket/data': call,
      '/ticket/info': call,
      '/ticket/load': call,
      '/report/generate': call,
      '/report/export': call,
      '/channels/hook': call,
      '^/visit/': call,
      '^/widget/[^/]+\\.js$': call,
      '/agent': callOrScreen,
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false, resolveDependencies: fetchedWith },
    rolldownOptions: {
      output: {
        // 42 bits tell apart what a few hundred files ever held; the first screen names a hundred of them.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // What every screen needs, in a few files that change seldom, instead of dozens of crumbs. Each
            // group takes along what it imports, so what comes before it is what others need as well.
            // Both documents need it; it must not bring the workspace to the visitors.
            { name: 'loader', test: (id: string) => /vite\/preload-helper|rolldown\/runtime/.test(id) || id === here('./src/ui/enter.ts') || id === here('./src/ui/accent.ts') },
            // All that visitors load first, which the widget's frame adds little to.
            { name: 'visit', tags: ['$initial'], test: (id: string) => id.startsWith(here('./visitor/')) || /node_modules\/preact\//.test(id) },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|zustand|use-sync-external-store)\// },
            { name: 'kit', test: KIT },
            { name: 'ground', tags: ['$initial'], test: (id: string) => id.startsWith(here('./src/')) || ICONS.test(id) },
            { name: 'shared', test: SHARED },
            { name: 'form', test: FORM },
            { name: 'query', test: /node_modules\/@tanstack\/(react-query|query-core)\/|\/src\/app\/Queries\.tsx$/ },
            // The first screens, each in as few files as there are reasons for.
            { name: 'desk', test: WITH_ALL_OF('app/desk') },
            { name: 'rows', test: ROWS },
            { name: 'list', test: WITH_ALL_OF('app/pages/TicketsPage|tickets/TicketList') },
            { name: 'queue', test: WITH_ALL_OF('livechat/queue') },
            { name: 'live', test: WITH_ALL_OF('app/live') },
            { name: 'conversation', test: WITH_ALL_OF('tickets/Conversation') },
            { name: 'sections', test: SECTION_ICONS },
            { name: 'icons', test: ICONS, minShareCount: 4 },
            { name: 'hooks', test: /node_modules\/@mantine\/hooks\//, minShareCount: 3 },
            { name: 'layer', test: LAYER },
            { name: 'floating', test: FLOATING },
            { name: 'dialog', test: DIALOG },
            { name: 'editor', test: EDITOR },
          ],
        },
      },
      input: { workspace: here('./index.html'), visitor: here('./visitor.html') },
    },
  },
  test: {
    // Every processor there is: by itself it leaves one idle, which is half of a small machine.
    maxWorkers: '100%',
    // What a busy machine needs, not what a test should take.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // What a test's name ends with says what it runs in.
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          environment: 'node',
          include: TESTS('.test.ts'),
          exclude: TESTS('.dom.test.ts'),
          setupFiles: ['./tests/fresh.ts'],
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Each file has modules and a document of its own, but in a context within a process that lives on: a
          // process of its own for each took more time than the tests in it.
          name: 'context',
          environment: 'jsdom',
          include: TESTS('{.dom.test.ts,.test.tsx}'),
          exclude: [OWN_PROCESS],
          setupFiles: ['./tests/setup.ts'],
          pool: 'vmForks',
          // A context is not always given back; a worker beyond this is replaced.
          vmMemoryLimit: '1GB',
        },
      },
      {
        extends: true,
        test: { name: 'process', environment: 'jsdom', include: [OWN_PROCESS], setupFiles: ['./tests/setup.ts'], pool: 'forks' },
      },
    ],
  },
});
