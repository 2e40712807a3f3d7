import { errorText } from '#api/error-text.ts'
import type { ConfigMap } from '#server/kinds/types/core-v1.ts'
import type { Informers } from '#server/controllers/shared/informers.ts'
import { LIFE_NAME, LIFE_NAMESPACE, STAGES_KEY } from '#facts/life.ts'
import { defaultStages } from './default-stages.ts'
import { parseStages } from './read-stages.ts'
import type { Stage } from './stages.ts'

interface StageTexts {
  /** Called with each valid text. */
  readonly use: (stages: readonly Stage[]) => void
  /** Called with the reason why the current text is not used; `''` when it is. */
  readonly fail: (why: string) => void
}

/**
 * Follows the stages of a cluster: the text in its ConfigMap, or the default ones where there is none. An invalid text
 * changes nothing. [LC104]
 */
export function followStages(informers: Informers, { use, fail }: StageTexts): void {
  const maps = informers.of<ConfigMap>(`/api/v1/namespaces/${LIFE_NAMESPACE}/configmaps`)
  let current = defaultStages
  use(parseStages(current))
  maps.onChange((before, after) => {
    if ((after ?? before)?.metadata.name !== LIFE_NAME) return
    const text = after?.data?.[STAGES_KEY] ?? defaultStages
    if (text === current) return fail('')
    try {
      use(parseStages(text))
      current = text
      fail('')
    } catch (error) {
      fail(`${STAGES_KEY}: ${errorText(error)}`)
    }
  })
}
