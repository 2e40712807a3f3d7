/** Panels that a step can point to. */
export const focusNames = [
  'yaml',
  'request',
  'diff',
  'inspector',
  'revisions',
  'watches',
  'pages',
  'requests',
  'storage',
  'rail',
  'config',
  'access',
] as const
