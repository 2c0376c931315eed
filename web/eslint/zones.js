/**
 * One-way imports: app → rooms → ground. A room never sees another room; the ground sees no room.
 * Imports in this project are relative, so the folder a path lands in decides.
 */
import { dirname, relative, resolve, sep } from 'node:path';

const GROUND = {
  api: ['api'],
  i18n: ['i18n'],
  ui: ['ui', 'i18n', 'api'],
  realtime: ['realtime', 'api'],
  diagnostics: ['diagnostics', 'ui', 'i18n', 'api'],
  session: ['session', 'ui', 'i18n', 'api'],
  settings: ['settings', 'session', 'realtime', 'ui', 'i18n', 'api'],
  actions: ['actions', 'session', 'ui', 'i18n', 'api'],
  conditions: ['conditions', 'settings', 'ui', 'i18n', 'api'],
};
const EVERY_ROOM_MAY = ['actions', 'conditions', 'diagnostics', 'settings', 'session', 'realtime', 'api', 'ui', 'i18n'];

function folderOf(root, file) {
  const parts = relative(root, file).split(sep);
  return parts.length > 1 ? parts[0] : '';
}

export const zones = {
  meta: { type: 'problem', schema: [], messages: { crossed: '{{from}} must not import {{to}}.' } },
  create(context) {
    const root = resolve(context.cwd, 'src');
    const from = folderOf(root, context.filename);
    if (!context.filename.startsWith(root + sep) || from === '' || from === 'app') return {};
    const allowed = GROUND[from] ?? [from, ...EVERY_ROOM_MAY];
    function check(node) {
      const source = node.source?.value;
      if (typeof source !== 'string' || !source.startsWith('.')) return;
      const target = resolve(dirname(context.filename), source);
      const to = folderOf(root, target);
      const outside = !target.startsWith(root + sep);
      if (!outside && !allowed.includes(to)) {
        context.report({ node, messageId: 'crossed', data: { from, to: to || 'the root' } });
      }
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};
