import { duplicate, invalid, notSupported, required } from '#api/field-error.ts'
import type { EgressSelection, EgressSelectorConfiguration, EgressTransport, TlsConfig } from '#config/config-types.ts'
import type { NodePath } from '#document/locate.ts'
import type { RuleId } from '#config/report/rule-texts.ts'
import type { RuleContext } from './rule-context.ts'

/** The reference reports all paths without the index of the connection. */
const ROOT = 'service.connection'

/** All rules of an EgressSelectorConfiguration: first all connections, then all names. */
export function checkEgress(context: RuleContext, { egressSelections }: EgressSelectorConfiguration): void {
  for (const [index, { connection }] of egressSelections.entries())
    checkConnection(context, connection, ['egressSelections', index, 'connection'])
  const seen = new Set<string>()
  for (const [index, { name }] of egressSelections.entries()) {
    const at = ['egressSelections', index, 'name']
    // Only this spelling is the older name of another value.
    const canonical = name === 'master' ? 'controlplane' : name.toLowerCase()
    if (name === 'master') context.found.warning('W09', at, 'master is the older name of controlplane')
    if (seen.has(canonical)) context.found.error('E13', duplicate(`${ROOT}[${index}]`, canonical), at)
    else if (!names.includes(canonical)) context.found.error('E14', notSupported(ROOT, canonical, names), at)
    seen.add(canonical)
  }
}

const names = ['cluster', 'controlplane', 'etcd']
const protocols = ['Direct', 'HTTPConnect', 'GRPC']

function checkConnection(
  context: RuleContext,
  { proxyProtocol, transport }: EgressSelection['connection'],
  at: NodePath,
): void {
  const transportAt = [...at, 'transport']
  const field = `${ROOT}.transport`
  if (!protocols.includes(proxyProtocol))
    context.found.error('E01', notSupported(`${ROOT}.protocol`, proxyProtocol, protocols), [...at, 'proxyProtocol'])
  else if (proxyProtocol === 'Direct') {
    if (transport !== undefined)
      context.found.error('E02', invalid(field, 'direct', 'config must be absent for direct connect'), transportAt, {
        part: 'key',
      })
  } else if (transport === undefined)
    context.found.error('E03', required(field, `transport must be set for ${proxyProtocol}`), transportAt)
  else if (proxyProtocol === 'GRPC') checkGrpc(context, transport, transportAt)
  else checkHttpConnect(context, transport, transportAt)
}

function checkGrpc(context: RuleContext, { uds }: EgressTransport, at: NodePath): void {
  if (uds === undefined) context.found.error('E06', required(`${ROOT}.uds`, 'UDS must be set with GRPC'), at)
  else checkSocket(context, uds.udsName, [...at, 'uds', 'udsName'])
}

function checkHttpConnect(context: RuleContext, { tcp, uds }: EgressTransport, at: NodePath): void {
  const field = `${ROOT}.tcp`
  if (tcp !== undefined && uds !== undefined) {
    const { tlsConfig: tls } = tcp
    const shownTls =
      tls === undefined ? null : { CABundle: tls.caBundle, ClientKey: tls.clientKey, ClientCert: tls.clientCert }
    const shown = { URL: tcp.url, TLSConfig: shownTls }
    context.found.error('E05', invalid(field, shown, 'TCP and UDS cannot both be set'), [...at, 'tcp'], { part: 'key' })
  } else if (tcp !== undefined) checkTcp(context, tcp, [...at, 'tcp'])
  else if (uds !== undefined) checkSocket(context, uds.udsName, [...at, 'uds', 'udsName'])
  else context.found.error('E04', required(field, 'One of TCP or UDS must be set'), at)
}

function checkSocket(context: RuleContext, name: string, at: NodePath): void {
  if (name === '')
    context.found.error('E07', invalid(`${ROOT}.udsName`, 'nil', 'must be present for UDS connections'), at)
  else if (name.startsWith('unix://'))
    context.found.warning(
      'W11',
      at,
      'the name must be a path without unix://; the original accepts this, but then does not find the socket',
    )
}

function checkTcp(context: RuleContext, { url, tlsConfig }: NonNullable<EgressTransport['tcp']>, at: NodePath): void {
  const [urlAt, tlsAt] = [
    [...at, 'url'],
    [...at, 'tlsConfig'],
  ]
  if (url.startsWith('https://')) checkTls(context, tlsConfig, tlsAt)
  else if (!url.startsWith('http://'))
    context.found.error(
      'E08',
      invalid(`${ROOT}.url`, url, 'supported connection protocols are http:// and https://'),
      urlAt,
    )
  else {
    context.found.warning('W06', urlAt, 'the original accepts http://, but then fails to create the dialer')
    if (tlsConfig !== undefined) checkNoTls(context, tlsConfig, tlsAt)
  }
}

/** In our specification the three may be present if they are empty. */
function checkNoTls(context: RuleContext, { caBundle, clientCert, clientKey }: TlsConfig, at: NodePath): void {
  if (!context.dialect.isReference && caBundle + clientCert + clientKey === '')
    return context.found.warning('W12', at, 'the original refuses tlsConfig with http://, even if it is empty', {
      part: 'key',
    })
  context.found.error('E09', invalid(`${ROOT}.tlsConfig`, 'nil', 'config must not be present when using HTTP'), at, {
    part: 'key',
  })
}

function checkTls(context: RuleContext, tls: TlsConfig | undefined, at: NodePath): void {
  const field = `${ROOT}.tlsConfig`
  if (tls === undefined)
    return context.found.error('E10', required(field, 'TLSConfig must be present when using HTTPS'), at)
  const refuse = (code: RuleId, name: keyof TlsConfig, value: string, text: string): void =>
    context.found.error(code, invalid(`${field}.${name}`, value, text), [...at, name])
  const isMissing = (path: string): boolean => context.files.stat(path).type === 'missing'
  if (tls.caBundle !== '' && isMissing(tls.caBundle))
    refuse('E12', 'caBundle', tls.caBundle, 'TLS config ca bundle does not exist')
  if (tls.clientCert === '') refuse('E11', 'clientCert', 'nil', 'Using TLS requires clientCert')
  else if (isMissing(tls.clientCert)) refuse('E12', 'clientCert', tls.clientCert, 'TLS client cert does not exist')
  if (tls.clientKey === '') refuse('E11', 'clientKey', 'nil', 'Using TLS requires requires clientKey')
  else if (isMissing(tls.clientKey)) refuse('E12', 'clientKey', tls.clientKey, 'TLS client key does not exist')
}
