import type { Lab } from '#ui/lab/lab.ts'
import { labRoom } from '#ui/lab/room.ts'
import { isRevision } from '#ui/shell/address.ts'

/** The ids that an address can name. */
export interface Known {
  readonly rooms: readonly { readonly id: string }[]
  readonly work: readonly { readonly id: string }[]
  readonly dock: readonly { readonly id: string }[]
}

/** Returns what of an address this page cannot show; `''` if it can show all. [UI9] */
export function addressProblem(search: string, { rooms, work, dock }: Known): string {
  const query = new URLSearchParams(search)
  const quoted = (text: string): string => JSON.stringify(text.slice(0, 40))
  const revision = query.get('rv') ?? ''
  const problems = [
    revision === '' || isRevision.test(revision) ? '' : `the revision ${quoted(revision)}, which is no number`,
    ...(
      [
        ['room', rooms],
        ['tab', work],
        ['dock', dock],
      ] as const
    ).map(([name, panels]) => {
      const id = query.get(name) ?? ''
      const isKnown = id === '' || panels.some((panel) => panel.id === id)
      return isKnown ? '' : `the ${name === 'dock' ? 'dock tab' : name} ${quoted(id)}, which does not exist`
    }),
  ].filter((problem) => problem !== '')
  return problems.length === 0 ? '' : `this address names ${problems.join(', and ')}; the rest of it is shown`
}

/** Says at the top of the page what of the address cannot be shown. */
export function tellProblem({ parts: { rooms, work, dock }, overlay }: Lab, search: string): void {
  const problem = addressProblem(search, { rooms: [{ id: labRoom }, ...rooms], work, dock })
  if (problem !== '') overlay.showRefusal(problem)
}
