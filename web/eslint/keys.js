/**
 * An Enter may be an input method's, which Safari tells only by its code: one place knows how to see it.
 */
import { resolve } from 'node:path';

const MESSAGE = 'Ask isEnter or isComposing of ui/enter: an input method also presses Enter.';

function named(node, name) {
  if (node.type === 'ChainExpression') return named(node.expression, name);
  return node.type === 'MemberExpression' && !node.computed && node.property.name === name;
}

const isKey = (node) => named(node, 'key') || named(node, 'code') || (node.type === 'Identifier' && node.name === 'key');
const isEnter = (node) => node.type === 'Literal' && (node.value === 'Enter' || node.value === 'NumpadEnter');

export const keys = {
  meta: { type: 'problem', schema: [], messages: { enter: MESSAGE } },
  create(context) {
    const exempt = context.filename === resolve(context.cwd, 'src/ui/enter.ts') || /\.test\.tsx?$/.test(context.filename);
    if (exempt) return {};
    const report = (node) => context.report({ node, messageId: 'enter' });
    return {
      BinaryExpression(node) {
        if ((isKey(node.left) && isEnter(node.right)) || (isKey(node.right) && isEnter(node.left))) report(node);
      },
      SwitchCase(node) {
        if (node.test !== null && isEnter(node.test) && isKey(node.parent.discriminant)) report(node);
      },
      MemberExpression(node) {
        if (named(node, 'isComposing') || named(node, 'keyCode') || named(node, 'which')) report(node);
      },
      CallExpression(node) {
        const { callee } = node;
        const asked = named(callee, 'includes') && callee.object.type === 'ArrayExpression' && callee.object.elements.some((one) => one !== null && isEnter(one));
        if (asked && node.arguments.some(isKey)) report(node);
      },
    };
  },
};
