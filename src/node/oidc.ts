import { readFile } from 'node:fs/promises'
import type { RunningConfigs } from '#server/settings/running-configs.ts'
import type { OidcFlags } from './flags/oidc-flags.ts'

/** Activates the authenticator that the `--oidc-*` flags describe. @throws Error that says what is wrong [FL3] */
export async function applyOidcFlags(running: RunningConfigs, flags: OidcFlags): Promise<void> {
  const { issuerUrl, clientId, caFile, groupsClaim, groupsPrefix, usernameClaim, usernamePrefix } = flags
  const certificateAuthority = caFile === '' ? '' : await readFile(caFile, 'utf8')
  const configuration = {
    apiVersion: 'apiserver.orch.io/v1beta1',
    kind: 'AuthenticationConfiguration',
    jwt: [
      {
        issuer: { url: issuerUrl, audiences: [clientId], certificateAuthority },
        claimValidationRules: flags.requiredClaims.map(([claim, requiredValue]) => ({ claim, requiredValue })),
        claimMappings: {
          username: { claim: usernameClaim, prefix: usernamePrefix },
          ...(groupsClaim === '' ? {} : { groups: { claim: groupsClaim, prefix: groupsPrefix } }),
        },
      },
    ],
  }
  running.applyFlags(JSON.stringify(configuration), flags.algorithms)
}
