import type { ObjectsState } from '#ui/model/objects-state.ts'
import { vocabularyOf } from '#ui/model/names/vocabulary.ts'
import { keyOf, storedOf } from './policy-items.ts'
import type { PolicyStore } from './policy-store.ts'
import { type PolicyTemplate, templateText } from './policy-templates.ts'

/** Makes a draft of a template under a name that is free, and returns its key. [CB11] */
export function newPolicy(
  store: Pick<PolicyStore, 'getState' | 'setDraft'>,
  objects: ObjectsState,
  template: PolicyTemplate,
): string {
  const { kind, name } = template
  const { drafts } = store.getState()
  const ownText = templateText(template, vocabularyOf(objects))
  const isTaken = (each: string): boolean =>
    Object.hasOwn(drafts, keyOf(kind, each)) || storedOf(objects, kind).some(({ metadata }) => metadata.name === each)
  // The name of a definition follows from its group and plural, so it cannot be numbered.
  if (kind === 'CustomResourceDefinition' || !isTaken(name)) {
    if (!isTaken(name)) store.setDraft(keyOf(kind, name), { text: ownText, base: '' })
    return keyOf(kind, name)
  }
  let number = 2
  while (isTaken(`${name}-${number}`)) number += 1
  const free = `${name}-${number}`
  const text = ownText.replace(`  name: ${name}\n`, `  name: ${free}\n`)
  store.setDraft(keyOf(kind, free), { text, base: '' })
  return keyOf(kind, free)
}
