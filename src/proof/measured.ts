import { isObject } from '#api/json.ts'
import { grouped } from './grouped.ts'
import { answerKind } from './answer-kind.ts'
import type { ProofExchange } from './exchange.ts'
import { exchangeOf, type RecordedCase } from './recorded-case.ts'

/** Grade of an answer of this server against the recorded one. */
export type Grade = 'close' | 'shape' | 'wrong'

/** Result of a run of all recordings: by case, the steps that differ. All others agree exactly. */
export interface Measured {
  readonly differing: Readonly<Record<string, Readonly<Record<string, Grade>>>>
}

/** A step of a recording. */
export interface StepOfCase {
  readonly name: string
  readonly step: number
}

export interface DifferingStep extends StepOfCase {
  readonly grade: Grade
  /** The reason why the recording allows another answer; `''` where it does not. */
  readonly mayDiffer: string
}

/** The agreement of one family of recordings. */
export interface FamilyRow {
  readonly family: string
  readonly cases: readonly string[]
  /** Steps that must agree, and those of them that do. */
  readonly steps: number
  readonly exact: number
  /** Steps whose recording allows another answer. They are counted apart. */
  readonly apart: number
  readonly differing: readonly DifferingStep[]
}

const gradesOf = ({ differing }: Measured, name: string): ReadonlyMap<number, Grade> =>
  new Map(Object.entries(new Map(Object.entries(differing)).get(name) ?? {}).map(([at, grade]) => [Number(at), grade]))

/** Returns the steps of a case that do not agree. */
function differingOf(one: RecordedCase, measured: Measured): readonly DifferingStep[] {
  return [...gradesOf(measured, one.name)].map(([step, grade]) => ({
    name: one.name,
    step,
    grade,
    mayDiffer: one.steps[step]?.mayDiffer ?? '',
  }))
}

function rowOf(family: string, cases: readonly RecordedCase[], measured: Measured): FamilyRow {
  const differing = cases.flatMap((one) => differingOf(one, measured))
  const all = cases.reduce((sum, { results }) => sum + results.length, 0)
  const apart = cases.reduce((sum, { steps }) => sum + steps.filter(({ mayDiffer }) => mayDiffer).length, 0)
  return {
    family,
    cases: cases.map(({ name }) => name),
    steps: all - apart,
    exact: all - apart - differing.filter(({ mayDiffer }) => mayDiffer === '').length,
    apart,
    differing,
  }
}

/** Returns the agreement of each family, sorted by its name. [UPS1] */
export function familyRows(cases: readonly RecordedCase[], measured: Measured): readonly FamilyRow[] {
  const families = grouped(cases, ({ family }) => family)
  return [...families]
    .map(([family, own]) => rowOf(family, own, measured))
    .toSorted((a, b) => (a.family < b.family ? -1 : 1))
}

/** The families of recordings that are about a kind of request, by the media type of its body. */
const aboutPatch: Readonly<Record<string, RegExp>> = {
  'application/json-patch+json': /^json-patch/,
  'application/merge-patch+json': /^merge-patch/,
  'application/strategic-merge-patch+json': /^strategic/,
  'application/apply-patch+yaml': /^apply/,
}

/** The families of recordings that are about other plain answers: lists, other successes, and refusals. */
const aboutList = /^list-selectors$/
const aboutObject = /^(crud|kinds)$/
const aboutRefusal = /^(errors|optimistic-concurrency)$/

function familiesAbout({ sentType, status, body }: ProofExchange): RegExp {
  const patch = aboutPatch[sentType.split(';', 1)[0] ?? '']
  if (patch !== undefined) return patch
  if (status >= 400) return aboutRefusal
  return isObject(body) && Array.isArray(body['items']) ? aboutList : aboutObject
}

/** Reports whether a recording is about requests and answers such as this one, and does not only use them on its way. */
const isAbout = ({ family }: RecordedCase, exchange: ProofExchange): boolean => familiesAbout(exchange).test(family)

/** Returns the number of steps that send a body byte by byte or choose a media type: such a case is about forms. */
const formSteps = ({ steps }: RecordedCase): number =>
  steps.filter(
    ({ text, base64, headers }) => text !== undefined || base64 !== undefined || headers?.['accept'] !== undefined,
  ).length

const refusedSteps = ({ results }: RecordedCase): number => results.filter(({ status = 200 }) => status >= 400).length

/** Orders recordings by plainness: those about objects and not their form, with fewer refusals, and short ones come first. */
const byPlainness = (a: RecordedCase, b: RecordedCase): number =>
  formSteps(a) - formSteps(b) || refusedSteps(a) - refusedSteps(b) || a.steps.length - b.steps.length

/**
 * Returns for each kind of answer the step of a recording that proves it: one to which this server gives exactly the
 * recorded answer. Recordings about such requests come first, then the plainest ones. [UPS2]
 */
export function provenKinds(cases: readonly RecordedCase[], measured: Measured): ReadonlyMap<string, StepOfCase> {
  const proven = new Map<string, StepOfCase>()
  const about = new Set<string>()
  for (const one of cases.toSorted(byPlainness)) {
    const grades = gradesOf(measured, one.name)
    for (const [step, recorded] of one.steps.entries()) {
      const exchange = exchangeOf(recorded, one.results[step] ?? {})
      if (exchange === null || grades.has(step) || recorded.mayDiffer !== undefined) continue
      const kind = answerKind(exchange)
      const isSubject = isAbout(one, exchange)
      if (proven.has(kind) && (!isSubject || about.has(kind))) continue
      proven.set(kind, { name: one.name, step })
      if (isSubject) about.add(kind)
    }
  }
  return proven
}
