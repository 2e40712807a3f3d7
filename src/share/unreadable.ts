/** A payload, or a part of one, that does not have the form of a moment. */
export class Unreadable extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Unreadable'
  }
}
