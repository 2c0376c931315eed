import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { keys } from './eslint/keys.js';
import { zones } from './eslint/zones.js';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'src/ui/scheme.js', 'src/api/openapi.gen.ts'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, reactHooks.configs.flat['recommended-latest']],
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['vite.config.ts'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { patchbay: { rules: { keys, zones } } },
    rules: {
      'patchbay/zones': 'error',
      'patchbay/keys': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Only tells that the row virtualiser is not memoised, which it need not be.
      'react-hooks/incompatible-library': 'off',
      // The compiler asks for brackets on names that come from an index signature.
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  {
    files: ['e2e/**/*.mjs'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='waitForFunction'] > :matches(ArrowFunctionExpression, FunctionExpression)[async=true]",
          message: 'Playwright takes the promise itself as found; ask with `asked` instead.',
        },
      ],
    },
  },
);
