import { configKind } from '#config/kinds/kinds.ts'
import type { WorldState } from '#facts/world-api.ts'
import { type FileId, fileOf } from './files.ts'

/** A whole file to begin with, for the simulated world where there is one, so that it can be reloaded at once. [CR2] */
export function starterText(id: FileId, world: WorldState | null): string {
  const { kind } = fileOf(id)
  const lines = configKind(kind)?.starter.lines ?? []
  const text = ['apiVersion: apiserver.orch.io/v1beta1', `kind: ${kind}`, ...lines, ''].join('\n')
  const plain = text.replaceAll(/\$\{\d+:([^}]*)\}/g, '$1')
  return world === null ? plain : inWorld(plain, world)
}

function inWorld(text: string, { issuers, proxies }: WorldState): string {
  const [issuer] = issuers
  const tunnel = proxies.find(({ protocol }) => protocol === 'GRPC')
  const audience = issuer?.sample['aud']
  return text
    .replaceAll('https://issuer.example.com', issuer?.url ?? 'https://issuer.example.com')
    .replaceAll('- my-app', `- ${typeof audience === 'string' ? audience : 'my-app'}`)
    .replaceAll('/run/konnectivity/konnectivity-server.sock', tunnel?.address ?? '/run/orch/tunnel.sock')
}
