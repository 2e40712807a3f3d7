import type { Volume, VolumeProjection } from '#server/kinds/types/core-v1.ts'

interface PlacedFile {
  readonly path: string
  /** The source of the file; `''` if the volume has only one source. */
  readonly source: string
}

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
  const within = (a: string, b: string): boolean => `${a}/`.startsWith(`${b}/`)
  return files.flatMap((file, at) =>
    files
      .slice(0, at)
      .filter(({ path }) => path !== '' && file.path !== '' && (within(path, file.path) || within(file.path, path)))
      .map((other) => `${shown(file)} with ${shown(other)}`),
  )
}

const shown = ({ path, source }: PlacedFile): string =>
  source === '' ? JSON.stringify(path) : `${JSON.stringify(path)} (${source})`
