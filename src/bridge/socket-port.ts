import type { ClientFrame, ServerFrame } from '#wire/protocol.ts'
import type { WirePort } from '#wire/wire-port.ts'
import { encodeFrame, FrameError } from './frame-codec.ts'

/** The members of a WebSocket that a port uses, in browsers and in Node. */
export interface FrameSocket {
  send(message: Uint8Array<ArrayBuffer>): void
  close(code: number, reason: string): void
}

/** One end of the wire over a WebSocket. Pass it each binary message. */
export interface SocketPort<Out, In> {
  readonly port: WirePort<Out, In>
  /** Delivers a message; one that is no frame closes the connection. [BR3] */
  received(message: ArrayBuffer): void
}

/** Close code for a message that is no frame. */
export const CLOSE_BAD_FRAME = 4400

/** Wraps a socket. `decode` throws {@link FrameError}. */
export function socketPort<Out extends ClientFrame | ServerFrame, In>(
  socket: FrameSocket,
  decode: (message: ArrayBuffer) => In,
): SocketPort<Out, In> {
  let receive: (frame: In) => void = () => undefined
  return {
    port: {
      send: (frame) => socket.send(encodeFrame(frame)),
      listen(receiver) {
        receive = receiver
      },
      close: () => undefined,
    },
    received(message) {
      let frame: In
      try {
        frame = decode(message)
      } catch (error) {
        if (!(error instanceof FrameError)) throw error
        return socket.close(CLOSE_BAD_FRAME, error.message)
      }
      receive(frame)
    },
  }
}
