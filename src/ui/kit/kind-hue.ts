const named: ReadonlyMap<string, number> = new Map([
  ['Deployment', 1],
  ['Service', 2],
  ['ConfigMap', 3],
  ['Secret', 4],
  ['Namespace', 5],
  ['CronJob', 6],
])

const builtInGroups = new Set(['', 'apps', 'batch', 'autoscaling', 'policy'])

const isBuiltIn = (group: string): boolean => builtInGroups.has(group) || /\.(?:orch|k8s)\.io$/.test(group)

/** Returns the hue of a kind as a CSS value: 1 to 6 are well-known kinds, 7 custom kinds, 8 all others. */
export function kindHue(kind: string, group = ''): string {
  return `var(--kind-${named.get(kind) ?? (isBuiltIn(group) ? 8 : 7)})`
}
