import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Coding } from './accept-encoding.ts'

/** Media types of files, and whether compression makes them smaller. */
const mediaTypes: ReadonlyMap<string, { readonly type: string; readonly packs: boolean }> = new Map([
  ['.html', { type: 'text/html; charset=utf-8', packs: true }],
  ['.js', { type: 'text/javascript; charset=utf-8', packs: true }],
  ['.css', { type: 'text/css; charset=utf-8', packs: true }],
  ['.json', { type: 'application/json', packs: true }],
  ['.map', { type: 'application/json', packs: true }],
  ['.svg', { type: 'image/svg+xml', packs: true }],
  ['.png', { type: 'image/png', packs: false }],
  ['.woff2', { type: 'font/woff2', packs: false }],
  ['.ttf', { type: 'font/ttf', packs: true }],
  ['.wasm', { type: 'application/wasm', packs: true }],
  ['.yaml', { type: 'application/yaml', packs: true }],
])

/** Below this size a compressed file saves no packet of the network. */
const PACKED_BYTES_MIN = 1024

/** Brotli's 11 takes seconds for the largest scripts; 6 is within a few per cent of it at a fraction of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

const packers: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/** One file as it is sent. */
export interface Representation {
  readonly bytes: Buffer
  readonly coding: Coding | null
  /** Strong: differs for each content and each coding. */
  readonly etag: string
}

/** One file of the folder, in one version. */
interface StaticFile {
  readonly mediaType: string
  /** True if its response depends on the client's `Accept-Encoding`. */
  readonly varies: boolean
  /** Returns the file in a coding; the result is kept for the next client. */
  send(coding: Coding | null): Promise<Representation>
}

async function readStaticFile(file: string): Promise<StaticFile> {
  const bytes = await readFile(file)
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  const { type, packs } = mediaTypes.get(extname(file)) ?? { type: 'application/octet-stream', packs: false }
  const varies = packs && bytes.byteLength >= PACKED_BYTES_MIN
  const plain: Representation = { bytes, coding: null, etag: `"${hash}"` }
  const packed = new Map<Coding, Promise<Representation>>()
  return {
    mediaType: type,
    varies,
    send(coding) {
      if (!varies || coding === null) return Promise.resolve(plain)
      const known = packed.get(coding)
      if (known !== undefined) return known
      const made = packers[coding](bytes).then((smaller) => ({ bytes: smaller, coding, etag: `"${hash}-${coding}"` }))
      packed.set(coding, made)
      return made
    },
  }
}

/**
 * Reads files below `root`, which is a build of some megabytes, and keeps each with its compressed forms until it
 * changes.
 */
export class StaticFiles {
  readonly #root: string
  readonly #files = new Map<string, { readonly version: string; readonly file: Promise<StaticFile> }>()

  constructor(root: string) {
    this.#root = normalize(root)
  }

  /** Returns the file of a path, `null` if there is none, also for a path that leaves the folder. */
  async find(path: string): Promise<StaticFile | null> {
    const file = normalize(join(this.#root, path === '/' ? 'index.html' : path))
    if (!file.startsWith(this.#root + sep)) return null
    try {
      const found = await stat(file)
      if (!found.isFile()) return null
      const version = `${found.mtimeMs} ${found.size}`
      const known = this.#files.get(file)
      if (known?.version === version) return await known.file
      const read = readStaticFile(file)
      this.#files.set(file, { version, file: read })
      return await read
    } catch (error) {
      this.#files.delete(file)
      if (error instanceof Error && 'code' in error) return null
      throw error
    }
  }
}
