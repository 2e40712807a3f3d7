import { expect, test } from 'vitest'
import { resourceDefinitions as definitions } from '#server/resources/index.ts'
import { type GrowingField, type Likeness, growingFields, shuffled } from './grown-objects.ts'
import { type Cost, type GrowthServers, costsOf, startGrowthServers } from './growing-requests.ts'

const seconds = Number(process.env.ORCHARD_FUZZ_SECONDS ?? 0)
const isLong = seconds > 0
/** In CI a sample; by hand half of the time of all searches. */
const budgetMs = isLong ? seconds * 500 : 15_000
const seed = Number(process.env.ORCHARD_FUZZ_SEED ?? 1)
/** The characters of the larger object, and the most members. */
const charactersMax = isLong ? 400_000 : 50_000
const membersMax = isLong ? 20_000 : 2000
const factor = 8
/** Shorter times are too noisy, and harmless. */
const harmlessMs = 60
/** The system may count the time of a thread in ticks of this length. */
const tickMs = 4
const triesMax = 6

/** Returns a message for each request whose time grows faster than the field: the first good pair of a request decides. */
async function growthOf(
  servers: GrowthServers,
  field: GrowingField,
  { likeness, longest }: { readonly likeness: Likeness; readonly longest: Cost[] },
): Promise<readonly string[]> {
  const perMember = JSON.stringify(field.grow(50, likeness)).length / 50
  const many = Math.max(factor, Math.min(membersMax, Math.floor(charactersMax / perMember)))
  const few = Math.ceil(many / factor)
  const where = `${field.definition.kind} ${field.path.join('.')}, ${likeness} members`
  let suspects: ReadonlySet<string> | null = null
  let texts: readonly string[] = []
  for (let tries = 0; tries < triesMax && suspects?.size !== 0; tries += 1) {
    const large = await costsOf(servers, field, { size: many, likeness })
    if (suspects === null) for (const cost of large) longest.push({ ...cost, request: `${where}: ${cost.request}` })
    const isSuspect = ({ request, cpuMs }: Cost): boolean => cpuMs > harmlessMs && (suspects?.has(request) ?? true)
    const slow = large.filter(isSuspect)
    const small = slow.length === 0 ? [] : await costsOf(servers, field, { size: few, likeness })
    const timeOf = (name: string): number =>
      Math.max(small.find(({ request }) => request === name)?.cpuMs ?? Infinity, tickMs)
    const found = slow.filter(({ request, cpuMs }) => cpuMs > timeOf(request) * factor * 3)
    suspects = new Set(found.map(({ request }) => request))
    texts = found.map(
      ({ request, cpuMs }) =>
        `${where}: ${request}: ${few} in ${timeOf(request).toFixed(1)} ms, ${many} in ${cpuMs.toFixed(1)} ms`,
    )
  }
  return texts
}

test(
  '[ER7] growth: requests: no request takes time that grows faster than a list or map of its kind',
  async () => {
    const fields = shuffled(growingFields(definitions), seed)
    const servers = await startGrowthServers(definitions)
    const end = performance.now() + budgetMs
    const found: string[] = []
    const longest: Cost[] = []
    let count = 0
    for (const field of fields) {
      if (performance.now() > end) break
      count += 1
      for (const likeness of ['different', 'equal'] as const)
        found.push(...(await growthOf(servers, field, { likeness, longest })))
    }
    process.stdout.write(`growth: ${longest.length} requests with ${count} of ${fields.length} lists and maps\n`)
    for (const { request, status, holdMs, cpuMs } of longest.toSorted((a, b) => b.holdMs - a.holdMs).slice(0, 10))
      process.stdout.write(`  longest piece ${holdMs.toFixed(0)} of ${cpuMs.toFixed(0)} ms, ${status}: ${request}\n`)
    expect(found).toEqual([])
  },
  budgetMs * 4 + 120_000,
)
