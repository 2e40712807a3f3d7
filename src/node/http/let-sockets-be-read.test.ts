import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { letSocketsBeRead } from './let-sockets-be-read.ts'

test('[ER8] what another client sent during a long piece of work is read before the next piece', async () => {
  const read: string[] = []
  const clients: Socket[] = []
  const server = createServer()
  const readBeforeNextPiece = new Promise<readonly string[]>((resolve) => {
    server.on('connection', (socket) => {
      // Clients wait for this, so that the server has accepted both before one sends.
      socket.write('hello')
      socket.on('data', (sent) => {
        read.push(sent.toString())
        if (sent.toString() !== 'long request') return
        clients[1]?.write('other request')
        void letSocketsBeRead().then(() => resolve([...read]))
      })
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  clients.push(connect(port, '127.0.0.1'), connect(port, '127.0.0.1'))
  await Promise.all(clients.map((client) => once(client, 'data')))
  clients[0]?.write('long request')
  expect(await readBeforeNextPiece).toEqual(['long request', 'other request'])
  for (const client of clients) client.destroy()
  server.close()
})
