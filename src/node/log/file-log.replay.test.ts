import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { seededRandom } from '#api/seeded-random.ts'
import { EVERYTHING } from '#testing/log-contract/contract-harness.ts'
import { openFileLog } from './file-log.ts'

/** `npm run kills -- 2000 --log` runs more iterations than a normal test run. */
const KILLS = Number(process.env['ORCHARD_KILLS'] ?? 6)
const clock = { now: () => 1_000_000, after: () => () => undefined }
const root = mkdtempSync(join(tmpdir(), 'orchard-file-log-'))
const dir = join(root, 'log')

afterAll(() => rmSync(root, { recursive: true }))

test(
  '[DK13] all acknowledged writes are present after the process was killed',
  async () => {
    const bundle = join(root, 'writer')
    await build({
      configFile: false,
      publicDir: false,
      logLevel: 'silent',
      build: { ssr: 'src/testing/file-crash-writer.ts', outDir: bundle, emptyOutDir: true, minify: false },
    })
    const program = join(bundle, readdirSync(bundle)[0] ?? '')
    const seed = Date.now() % 1_000_000
    const random = seededRandom(seed)
    const acknowledged = new Map<string, number>()
    let [newest, rounds] = [0, 0]
    for (let round = 0; round < KILLS; round += 1) {
      const killed = await runAndKill(program, [dir, String(round)], 1 + random(60))
      for (const line of killed) {
        const [key = '', revision] = line.split(' ')
        acknowledged.set(key, Number(revision))
      }
      if (killed.length > 0) rounds += 1
      const log = await openFileLog({ dir, clock, fileBytesMax: 20_000, snapshotBytesMin: 10_000 })
      const { entries } = await log.range(EVERYTHING)
      const present = new Map(entries.map((entry) => [entry.key, entry.revision]))
      for (const [key, revision] of acknowledged) {
        expect(present.get(key), `seed ${seed}, round ${round}: ${key} was acknowledged`).toBe(revision)
      }
      expect(new Set(present.values()).size).toBe(present.size)
      expect(log.revision(), `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(newest)
      newest = log.revision()
      await log.close()
    }
    expect(rounds, 'rounds in which something was acknowledged').toBeGreaterThan(KILLS / 2)
    if (KILLS > 20)
      console.log(`seed ${seed}: ${KILLS} kills, ${acknowledged.size} acknowledged writes; 0 lost, 0 doubled revisions`)
  },
  20_000 + KILLS * 2_000,
)

/** Kills the writer some milliseconds after its first acknowledgement. Returns the complete lines of its output. */
function runAndKill(program: string, args: readonly string[], afterMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let [said, complaints] = ['', '']
    child.stderr.on('data', (data: Buffer) => void (complaints += data.toString()))
    child.stdout.on('data', (data: Buffer) => {
      if (said === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      said += data.toString()
    })
    child.once('close', (_code, signal) => {
      if (signal === 'SIGKILL') resolve(said.split('\n').slice(0, -1))
      else reject(new Error(`the writer ended by itself: ${complaints}`))
    })
  })
}
