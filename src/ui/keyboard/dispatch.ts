import type { Lab } from '#ui/lab/lab.ts'
import { readSaved, save } from '#ui/model/saved.ts'
import { partState } from '#ui/lab/part-state.ts'
import { isChord, isSingleKey, Sequence } from './chord.ts'
import type { Command } from '#ui/lab/command.ts'
import { allCommands, isOffered } from './commands.ts'

const defaults = { singleKeys: true }

/** Reports whether keys without a modifier run commands (WCAG 2.1.4). */
export const singleKeysOn = (): boolean => readSaved('keys', defaults).singleKeys
export const setSingleKeys = (singleKeys: boolean): void => save('keys', { singleKeys })

/** Reports whether the target of a key press is a text input, or belongs to one, such as the place beside an editor. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[data-typing]') !== null) return true
  const { tagName, isContentEditable } = target
  // Monaco receives text through an EditContext: its element is a plain one with role `textbox`.
  if (target.role === 'textbox') return true
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true
  return tagName === 'INPUT' && !['checkbox', 'radio', 'button'].includes((target as HTMLInputElement).type)
}

/** Reports whether the key activates a focused button, by Space or Enter, or ticks a focused box, by Space. */
const isPress = ({ key, target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  ((key === ' ' && target.matches('input')) ||
    ((key === ' ' || key === 'Enter') && target.closest('button, a, summary, [role=tab], [role=checkbox]') !== null))

/** Creates the state of two-key sequences. */
const createSequence = (): Sequence => new Sequence()

/**
 * Runs the command of a chord that is above editors, before the editor sees the key: Monaco waits for a second key after
 * Ctrl K, so the palette would not open and the next letter would be lost. [KB6]
 */
export function dispatchAboveEditors(lab: Lab, event: KeyboardEvent): void {
  if (lab.overlay.getState().open !== null || !isTyping(event.target)) return
  const command = allCommands(lab).find(
    (each) =>
      each.isAboveEditors === true &&
      each.run !== undefined &&
      each.keys.some((key) => !isSingleKey(key) && isChord(key, event)) &&
      isOffered(lab, each),
  )
  if (command === undefined) return
  event.preventDefault()
  event.stopPropagation()
  command.run?.(lab)
}

/** Runs the command of a key press, if there is one. [KB2] */
export function dispatchKey(lab: Lab, event: KeyboardEvent): void {
  if (event.defaultPrevented || lab.overlay.getState().open !== null || isPress(event)) return
  const mayUseSingle = !isTyping(event.target) && singleKeysOn()
  const commands = allCommands(lab)
  const pressed = partState(lab, createSequence).press(event, mayUseSingle ? commands.flatMap(({ keys }) => keys) : [])
  if (pressed === 'begun') event.preventDefault()
  if (pressed === 'begun' || pressed === 'lost') return
  const isMeant = (each: Command): boolean =>
    each.keys.some((key) => key === pressed || (isChord(key, event) && (mayUseSingle || !isSingleKey(key)))) &&
    isOffered(lab, each)
  const command = commands.find((each) => each.run !== undefined && isMeant(each))
  if (command === undefined) return
  event.preventDefault()
  command.run?.(lab)
}
