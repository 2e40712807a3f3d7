import type { SharedMoment } from '#facts/moment.ts'
import { fileOf } from '#share/link.ts'
import { attempt } from '#ui/lab/actions.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { downloadText } from '#ui/kit/copy-text.ts'
import { chosenMoment, readWithSecrets } from './gather.ts'
import { shareStore } from './share-store.ts'

const save = ({ moment, ...rest }: SharedMoment): void =>
  downloadText(
    fileOf({ moment, ...rest }),
    `${moment.title.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)}-${moment.revision}.orchard.json`,
    'application/json',
  )

/** Downloads the moment as a file. [SH7] */
export function downloadMoment(lab: Lab): void {
  const { gathered, choices } = shareStore(lab).getState()
  if (gathered !== null) save(chosenMoment(gathered, choices))
}

/** Downloads the moment with the values of Secrets in it. [SH5] */
export function downloadWithSecrets(lab: Lab): void {
  const { gathered, choices, cluster } = shareStore(lab).getState()
  if (gathered === null) return
  void attempt(
    lab,
    readWithSecrets(lab, cluster, !choices.hasHistory).then(({ moment }) =>
      save({ ...chosenMoment(gathered, choices), moment }),
    ),
  )
}
