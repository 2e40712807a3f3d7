/** An actor that the person declared. */
export interface OwnActor {
  readonly id: string
  readonly text: string
  readonly isOn: boolean
}

export interface GhostWriterState {
  /** The stock bot writes. */
  readonly isOn: boolean
  /** The person has used the switch: from then on only the person decides. */
  readonly isChosen: boolean
  /** The shop's controller answers changes of its Deployments. */
  readonly isAnswering: boolean
  /** Texts of the sample's actors that the person changed, by id. */
  readonly texts: Readonly<Partial<Record<string, string>>>
  readonly own: readonly OwnActor[]
}

/** The key under which the state is saved. */
export const WRITERS_KEY = 'ghost'

export const atFirst: GhostWriterState = { isOn: true, isChosen: false, isAnswering: true, texts: {}, own: [] }
