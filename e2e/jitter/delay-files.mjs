// Loaded by Node before the program that serves the page, in runs with jitter: the files of the page arrive late, each by a random time.
import { Server } from 'node:http'

const DELAY_MS_MAX = 400

let state = Number(process.env.ORCHARD_E2E_JITTER) || 1
const random = () => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
  return state / 4_294_967_296
}

const { emit } = Server.prototype
Server.prototype.emit = function (name, ...args) {
  if (name !== 'request') return emit.call(this, name, ...args)
  setTimeout(() => emit.call(this, name, ...args), random() * DELAY_MS_MAX)
  return true
}
