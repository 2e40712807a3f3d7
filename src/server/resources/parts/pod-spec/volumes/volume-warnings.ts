import type { Volume, VolumeProjection } from '#server/kinds/types/core-v1.ts'

interface PlacedFile {
  readonly path: string
  /** The source of the file; `''` if the volume has only one source. */
  readonly source: string
}

/** Equal paths overlap in pairs. A response has room for fewer warnings than this. */
const WARNINGS_MAX = 5_000

type Item = { readonly path?: string | undefined }

/** Warns of items of one volume whose paths overlap. [POD50] */
export function overlapWarnings({ name = '', configMap, secret, downwardAPI, projected }: Volume): readonly string[] {
  const said = (what: string, files: readonly PlacedFile[]): readonly string[] =>
    overlaps(files).map((text) => `volume ${JSON.stringify(name)} (${what}): overlapping paths: ${text}`)
  const sources = projected?.sources ?? []
  return [
    ...said(`ConfigMap ${JSON.stringify(configMap?.name ?? '')}`, toFiles(configMap?.items)),
    ...said(`Secret ${JSON.stringify(secret?.secretName ?? '')}`, toFiles(secret?.items)),
    ...said('DownwardAPI', toFiles(downwardAPI?.items)),
    ...sources.filter(isEmpty).map(() => `volume ${JSON.stringify(name)} (Projected) has no sources provided`),
    ...said('Projected', sources.flatMap(projectedFiles)),
  ]
}

const isEmpty = (source: VolumeProjection): boolean =>
  Object.values(source).every((value) => value === undefined || value === null)

const toFiles = (items: readonly Item[] | null | undefined, source = ''): readonly PlacedFile[] =>
  (items ?? []).map(({ path = '' }) => ({ path: path.replace(/\/+$/, ''), source }))

function projectedFiles(source: VolumeProjection): readonly PlacedFile[] {
  const { configMap, secret, downwardAPI, serviceAccountToken } = source
  if (configMap?.items) return toFiles(configMap.items, `ConfigMap ${JSON.stringify(configMap.name ?? '')}`)
  if (secret?.items) return toFiles(secret.items, `Secret ${JSON.stringify(secret.name ?? '')}`)
  if (downwardAPI?.items) return toFiles(downwardAPI.items, 'DownwardAPI')
  return serviceAccountToken ? toFiles([serviceAccountToken], 'ServiceAccountToken') : []
}

function overlaps(files: readonly PlacedFile[]): readonly string[] {
  const placed = files.map(({ path }, at) => ({ at, below: `${path}/` })).filter(({ below }) => below !== '/')
  // In this order, everything within a path follows it at once.
  placed.sort((a, b) => (a.below < b.below ? -1 : a.below > b.below ? 1 : a.at - b.at))
  const around: { readonly at: number; readonly below: string }[] = []
  const pairs: (readonly [later: number, earlier: number])[] = []
  for (const each of placed) {
    while (around.length > 0 && !each.below.startsWith(around.at(-1)?.below ?? '')) around.pop()
    if (pairs.length < WARNINGS_MAX)
      for (const { at } of around) pairs.push([Math.max(at, each.at), Math.min(at, each.at)])
    around.push(each)
  }
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  return pairs.flatMap(([later, earlier]) => {
    const [one, other] = [files[later], files[earlier]]
    return one === undefined || other === undefined ? [] : [`${shown(one)} with ${shown(other)}`]
  })
}

const shown = ({ path, source }: PlacedFile): string =>
  source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`
