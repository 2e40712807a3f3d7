/** The state of an object: its revision and its text. */
export interface State {
  readonly revision: number
  readonly text: string
}

export class Ledger {
  readonly violations: Readonly<Record<string, number>>
  begin(name: string, text: string | null): void
  acknowledge(name: string, revision: number, text: string | null): void
  see(event: { readonly type: string; readonly name: string; readonly revision: number; readonly text: string }): void
  verify(items: ReadonlyMap<string, State>, revision: number): void
  verifyEvents(from: number): void
}

export function wholeText(id: string, length: number): string
