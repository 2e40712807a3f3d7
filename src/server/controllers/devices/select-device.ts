import { memoOfTexts } from '#api/caching/memo.ts'
import { compileSelector, selectorInputs } from '#expressions/device-selector.ts'
import type { DeviceSelector } from '#server/kinds/types/resource-v1.ts'
import type { PoolDevice } from './pools.ts'

/** A selector that fails: the pod waits until somebody changes it, and is told why. */
export class SelectorFault extends Error {}

const compiled = memoOfTexts(500, compileSelector)

/** Reports whether a device meets all selectors. `owner` names the class or claim that they are from. [DRA11] */
export function isSelected(
  { driver, device }: PoolDevice,
  selectors: readonly DeviceSelector[],
  owner: string,
): boolean {
  return selectors.every(({ cel }, at) => {
    const program = compiled(cel?.expression ?? '')
    if (program.type === 'failed')
      throw new SelectorFault(`${owner}: selector #${at}: CEL compile error: ${program.text}`)
    const result = program.program.evaluate(selectorInputs(driver, device))
    if (result.type !== 'value')
      throw new SelectorFault(`${owner}: selector #${at}: CEL runtime error: ${result.message}`)
    return result.value === true
  })
}
