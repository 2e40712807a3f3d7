import { answerKind } from '#proof/answer-kind.ts'
import type { ProofExchange } from '#proof/exchange.ts'
import type { StepOfCase } from '#proof/measured.ts'
import type { ProofTable } from '#proof/proof-table.ts'
import type { RecordedCase } from '#proof/recorded-case.ts'
import { unpacked } from './unpacked.ts'

/** Loads the table of the recordings. */
export const loadProofTable = async (): Promise<ProofTable> => (await import('virtual:proof/table')).value

type Proven = ReadonlyMap<string, StepOfCase>
let proven: Promise<Proven> | undefined

const loadProven = (): Promise<Proven> =>
  (proven ??= import('virtual:proof/kinds')
    .then(({ value }) => unpacked<readonly (readonly [string, StepOfCase])[]>(value))
    .then((pairs) => new Map(pairs)))

/** Returns an answer with its YAML as JSON, which recordings have for both. */
export async function asRecorded(exchange: ProofExchange): Promise<ProofExchange> {
  const { text, answeredType } = exchange
  if (text === '' || !answeredType.includes('yaml')) return exchange
  const { readTypedAnswer } = await import('#proof/typed-answer.ts')
  return { ...exchange, ...readTypedAnswer(text, answeredType) }
}

/** Returns the recorded step that proves this kind of answer; `null` if none does. [UPS2] */
export async function proofOf(exchange: ProofExchange): Promise<StepOfCase | null> {
  const proofs = await loadProven()
  return proofs.get(answerKind(exchange)) ?? null
}

let cases: Promise<ReadonlyMap<string, RecordedCase>> | undefined

/** Loads all recordings, once. */
const loadCases = (): Promise<ReadonlyMap<string, RecordedCase>> =>
  (cases ??= import('virtual:proof/recordings')
    .then(({ value }) => unpacked<readonly RecordedCase[]>(value))
    .then((all) => new Map(all.map((one) => [one.name, one]))))

/** Returns a recorded case; `undefined` for a name that no recording has. */
export const loadCase = async (name: string): Promise<RecordedCase | undefined> => (await loadCases()).get(name)
