import { createStore } from 'zustand/vanilla'
import { type Cassette, cassetteHead, cassetteLine, CassetteError, parseCassette } from '#record/cassette.ts'
import { createPlayer, type Player, type ReplaySpeed } from '#record/player.ts'
import { recordAnswer } from '#record/record-answer.ts'
import { readText } from '#ui/kit/files/read-text.ts'
import type { ReadableStore } from '#ui/model/owned-store.ts'

/** The source of the client's answers, and the state of their recording. */
export interface CassetteState {
  readonly isRecording: boolean
  /** Characters that were recorded; 0 before the first answer. */
  readonly recorded: number
  /** Answers that were recorded. */
  readonly answers: number
  /** The file that answers in place of the server; `null` for the server. */
  readonly replayed: { readonly name: string; readonly speed: ReplaySpeed } | null
  /** The reason why a file is not replayed, or recording ended by itself; `''` otherwise. */
  readonly refused: string
}

/** A page that holds more would slow down; the file is offered up to here. */
const CHARACTERS_MAX = 64 * 1024 * 1024

const noCassette: CassetteState = { isRecording: false, recorded: 0, answers: 0, replayed: null, refused: '' }

const targetOf = (input: RequestInfo | URL): string => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : String(input), 'http://page.test')
  return `${pathname}${search}`
}

/** Records what one client sees, and replays such a file to it. [IF6] */
export class CassetteDeck {
  readonly #server: typeof fetch
  readonly #nowMs: () => number
  readonly #state = createStore<CassetteState>(() => noCassette)
  readonly store: ReadableStore<CassetteState> = this.#state
  #lines: string[] = []
  #beganMs = 0
  #ids = 0
  #player: Player | null = null
  #cassette: Cassette | null = null

  constructor(server: typeof fetch, nowMs: () => number = () => performance.now()) {
    this.#server = server
    this.#nowMs = nowMs
  }

  /** The client's `fetch`. */
  readonly fetch: typeof fetch = async (input, init) => {
    // A Request carries its method and signal itself.
    const asked = input instanceof Request ? input : undefined
    const method = init?.method ?? asked?.method ?? 'GET'
    const target = targetOf(input)
    const signal = init?.signal ?? asked?.signal ?? new AbortController().signal
    const response = this.#player?.answer(method, target, signal) ?? (await this.#server(input, init))
    if (!this.#state.getState().isRecording) return response
    this.#ids += 1
    this.#state.setState({ answers: this.#ids })
    const began = this.#beganMs
    return recordAnswer(
      { id: this.#ids, method, target },
      response,
      () => this.#nowMs() - began,
      (line) => {
        // A stream may outlive the recording that it began in.
        if (began === this.#beganMs && this.#state.getState().isRecording) this.#add(cassetteLine(line))
      },
    )
  }

  record(): void {
    this.#lines = [cassetteHead]
    this.#beganMs = this.#nowMs()
    this.#ids = 0
    this.#state.setState({ isRecording: true, recorded: 0, answers: 0, refused: '' })
  }

  stop(): void {
    this.#state.setState({ isRecording: false })
  }

  /** Returns the recording as a file. */
  text(): string {
    return this.#lines.join('')
  }

  /** Answers by a file from now on. Returns the path of the collection that it lists or watches first; `null` if it is refused. */
  replay(name: string, text: string, speed: ReplaySpeed): string | null {
    try {
      const cassette = parseCassette(text)
      const first = cassette.tracks.find(({ method, status }) => method === 'GET' && status === 200)
      if (first === undefined) throw new CassetteError(1, 'it holds no answer to a list or a watch')
      this.#cassette = cassette
      this.setSpeed(name, speed)
      return first.target.split('?', 1)[0] ?? null
    } catch (error) {
      if (!(error instanceof CassetteError)) throw error
      this.#state.setState({ refused: `${name}, ${error.message}` })
      return null
    }
  }

  /** Answers by a chosen file. A file that is no text is refused by its name. [IF6] [IM12] */
  async replayFile(file: File, speed: ReplaySpeed): Promise<string | null> {
    const read = await readText(file)
    if ('text' in read) return this.replay(file.name, read.text, speed)
    this.#state.setState({ refused: read.problem })
    return null
  }

  /** Begins the replay anew at a speed. */
  setSpeed(name: string, speed: ReplaySpeed): void {
    if (this.#cassette === null) return
    this.#player = createPlayer(this.#cassette, speed)
    this.#state.setState({ replayed: { name, speed }, isRecording: false, refused: '' })
  }

  /** Delivers the next piece of the replayed stream. Returns false if none waits for it. */
  step(): boolean {
    return (this.#player?.step() ?? 0) > 0
  }

  /** Lets the server answer again. */
  eject(): void {
    this.#player = null
    this.#cassette = null
    this.#state.setState({ replayed: null, refused: '' })
  }

  #add(line: string): void {
    const recorded = this.#state.getState().recorded + line.length
    if (recorded > CHARACTERS_MAX) {
      this.#state.setState({ isRecording: false, refused: 'The recording ended at 64 MB; it can be downloaded.' })
      return
    }
    this.#lines.push(line)
    this.#state.setState({ recorded })
  }
}
