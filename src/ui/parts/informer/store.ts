import { createStore } from 'zustand/vanilla'
import { errorText } from '#api/error-text.ts'
import type { ApiObject } from '#api/object-meta.ts'
import { printExactJson } from '#api/exact-json.ts'
import { readRefusal } from '#client/refusal.ts'
import type { Lab } from '#ui/lab/lab.ts'
import { partState } from '#ui/lab/part-state.ts'
import { collectionPath, objectPath, type WatchableResource } from '#ui/model/discovery.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'
import type { ReplaySpeed } from '#record/player.ts'
import { CassetteDeck } from '#ui/exchange/cassette/cassette-store.ts'
import { InformerClient } from './client-store.ts'
import { choiceText, type InformerChoice, readChoice } from './informer-state.ts'

/** The collection that the client of the bench follows. */
export interface Followed {
  readonly resource: WatchableResource
  /** `''` for a kind without namespaces. */
  readonly namespace: string
}

/** The server's answer to a write that was built on the cache. */
export interface StaleWrite {
  readonly id: number
  readonly key: string
  readonly version: string
  readonly code: number
  readonly words: string
}

const WRITES_MAX = 20

/** The client of the bench, and the writes that were tried with what it knows. */
export class InformerBench {
  readonly #lab: Lab
  readonly client: InformerClient
  readonly deck: CassetteDeck
  readonly #writes = createStore<readonly StaleWrite[]>(() => [])
  readonly writes: ReadableStore<readonly StaleWrite[]> = this.#writes

  constructor(lab: Lab) {
    this.#lab = lab
    const stop = (): void => this.#set({ pace: 'stopped' })
    this.deck = new CassetteDeck(lab.send)
    this.client = new InformerClient(this.deck.fetch, () => this.choice(), stop)
  }

  choice(): InformerChoice {
    return readChoice(this.#lab.layout.getState().benches['informer'] ?? '')
  }

  open(followed: Followed): Promise<void> {
    this.#writes.setState([], true)
    return this.client.open(collectionPath(followed.resource, followed.namespace))
  }

  /** Another way to fill the cache begins anew; everything else goes on from the version that the client saw. */
  choose(part: Partial<InformerChoice>): Promise<void> {
    this.#set(part)
    return part.filling === undefined ? this.client.goOn() : this.client.open(this.client.store.getState().path)
  }

  /** Begins or ends a recording. It begins with the client's list, so that its file can answer a client alone. [IF6] */
  async toggleRecording(): Promise<void> {
    if (this.deck.store.getState().isRecording) return this.deck.stop()
    this.deck.record()
    await this.client.open(this.client.store.getState().path)
  }

  /** Lets a file answer in place of the server, to a client that reads at full speed. [IF6] */
  async replayFile(file: File): Promise<void> {
    const path = await this.deck.replayFile(file, 1)
    if (path === null) return
    this.#set({ pace: 'full' })
    await this.client.open(path)
  }

  /** Begins the replay anew at another speed. */
  async replayAt(speed: ReplaySpeed): Promise<void> {
    const { replayed } = this.deck.store.getState()
    if (replayed === null) return
    this.deck.setSpeed(replayed.name, speed)
    await this.client.open(this.client.store.getState().path)
  }

  async eject(followed: Followed): Promise<void> {
    this.deck.eject()
    await this.open(followed)
  }

  /** Updates an object as the cache has it. A dry run: nothing is stored even if the server accepts it. [IF4] */
  async writeFromCache({ resource }: Followed, object: ApiObject): Promise<void> {
    const { namespace = '', name = '', resourceVersion = '' } = object.metadata
    const target = `${objectPath(resource, namespace, name)}?dryRun=All`
    const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`
    const body = printExactJson({ apiVersion, kind: resource.kind, ...object }) ?? ''
    const add = (code: number, words: string): void =>
      this.#writes.setState(
        (writes) =>
          [...writes, { id: writes.length, key: name, version: resourceVersion, code, words }].slice(-WRITES_MAX),
        true,
      )
    try {
      const response = await this.#lab.send(target, {
        method: 'PUT',
        body,
        headers: { 'content-type': 'application/json' },
      })
      add(response.status, response.ok ? 'would be stored' : (await readRefusal(response)).message)
    } catch (error) {
      add(0, errorText(error))
    }
  }

  #set(part: Partial<InformerChoice>): void {
    this.#lab.layout.setBench('informer', choiceText({ ...this.choice(), ...part }))
  }
}

const createInformerBench = (lab: Lab): InformerBench => new InformerBench(lab)

export const informerBench = (lab: Lab): InformerBench => partState(lab, createInformerBench)
