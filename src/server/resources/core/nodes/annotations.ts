import { child, type FieldError, index, invalid, required } from '#api/field-error.ts'
import { isObject, type Json, jsonKind, type JsonObject, own, textOf } from '#api/json.ts'
import { findSyntaxError } from '#go/json-syntax.ts'
import type { Taint } from '#server/kinds/types/core-v1.ts'
import { validateTaints } from './taints.ts'

const path = 'metadata.annotations'
const taintsName = 'scheduler.alpha.orch.io/taints'
const avoidedName = 'scheduler.alpha.orch.io/preferAvoidPods'

/** Validates the two annotations that hold JSON, from before taints were fields. Empty annotations are ignored. [NOD6] */
export const validateAnnotations = (annotations: { readonly [name: string]: string } = {}): readonly FieldError[] => [
  ...validateTaintsAnnotation(own(annotations, taintsName) ?? ''),
  ...validateAvoidedPods(own(annotations, avoidedName) ?? ''),
]

function validateTaintsAnnotation(text: string): readonly FieldError[] {
  if (text === '') return []
  const { value, problem } = parse(text)
  if (problem !== null) return [invalid(path, taintsName, problem)]
  if (value === null) return []
  if (!Array.isArray(value)) return [invalid(path, taintsName, mismatch(value, 'value of type []core.Taint'))]
  const wrong = value.find((item) => item !== null && !isObject(item))
  if (wrong !== undefined) return [invalid(path, taintsName, mismatch(wrong, 'value of type core.Taint'))]
  const taints = value.map((item) => (isObject(item) ? readTaint(item) : {}))
  return validateTaints(taints, child(path, taintsName))
}

/** Names of fields match in any case, as in Go. */
function readTaint(item: JsonObject): Taint {
  const text = (name: string): string => {
    const found = Object.entries(item).findLast(([key]) => key.toLowerCase() === name)?.[1]
    return textOf(found)
  }
  return { key: text('key'), value: text('value'), effect: text('effect') }
}

function validateAvoidedPods(text: string): readonly FieldError[] {
  if (text === '') return []
  const { value, problem } = parse(text)
  const wrong = (why: string) => [invalid(child(path, 'AvoidPods'), avoidedName, why)]
  if (problem !== null) return wrong(problem)
  if (value === null) return []
  if (!isObject(value)) return wrong(mismatch(value, 'value of type v1.AvoidPods'))
  const entries = own(value, 'preferAvoidPods') ?? []
  if (!Array.isArray(entries))
    return wrong(mismatch(entries, 'struct field AvoidPods.preferAvoidPods of type []v1.PreferAvoidPodsEntry'))
  return entries.flatMap((entry, at) => validateAvoided(entry, index(child(path, avoidedName), at)))
}

function validateAvoided(entry: Json, at: string): readonly FieldError[] {
  const controller = inside(inside(entry, 'podSignature'), 'podController')
  const signature = child(at, 'PodSignature')
  if (controller === null) return [required(signature)]
  if (inside(controller, 'controller') === true) return []
  return [invalid(child(signature, 'PodController', 'Controller'), false, 'must point to a controller')]
}

const inside = (value: Json, name: string): Json => (isObject(value) ? (own(value, name) ?? null) : null)

function parse(text: string): { readonly value: Json; readonly problem: string | null } {
  const fault = findSyntaxError(new TextEncoder().encode(text))
  return fault === undefined
    ? { value: JSON.parse(text) as Json, problem: null }
    : { value: null, problem: fault.message }
}

const mismatch = (value: Json, type: string): string => `json: cannot unmarshal ${jsonKind(value)} into Go ${type}`
