import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { EndpointAddress, EndpointPort, EndpointSubset, ObjectReference } from '#server/kinds/types/core-v1.ts'

// The reference sorts by the MD5 of a Go dump of its internal types, so these texts have the format of that dump.
const nil = '<nil>'
const text = (value: string | undefined): string => `(string)${value ?? ''}`
const pointer = (value: string | undefined): string => `(*string)${value ?? nil}`

const portFields = ({ name, port = 0, protocol = '', appProtocol }: EndpointPort): string =>
  `{Name:${text(name)} Port:(int32)${port} Protocol:(core.Protocol)${protocol} AppProtocol:${pointer(appProtocol)}}`

function referenceFields(reference: ObjectReference): string {
  const { kind, namespace, name, uid = '', apiVersion, resourceVersion, fieldPath } = reference
  return (
    `{Kind:${text(kind)} Namespace:${text(namespace)} Name:${text(name)} UID:(types.UID)${uid} ` +
    `APIVersion:${text(apiVersion)} ResourceVersion:${text(resourceVersion)} FieldPath:${text(fieldPath)}}`
  )
}

const addressFields = ({ ip, hostname, nodeName, targetRef }: EndpointAddress): string =>
  `{IP:${text(ip)} Hostname:${text(hostname)} NodeName:${pointer(nodeName)} ` +
  `TargetRef:(*core.ObjectReference)${targetRef === undefined ? nil : referenceFields(targetRef)}}`

function listOf<Item>(type: string, items: readonly Item[] | undefined, print: (item: Item) => string): string {
  const printed = items === undefined || items.length === 0 ? nil : `[${items.map(print).join(' ')}]`
  return `([]core.${type})${printed}`
}

const subsetText = ({ addresses, notReadyAddresses, ports }: EndpointSubset): string =>
  `(core.EndpointSubset){Addresses:${listOf('EndpointAddress', addresses, addressFields)} ` +
  `NotReadyAddresses:${listOf('EndpointAddress', notReadyAddresses, addressFields)} ` +
  `Ports:${listOf('EndpointPort', ports, portFields)}}`

function sortByHash<Item>(items: readonly Item[], print: (item: Item) => string): Item[] {
  if (items.length < 2) return [...items]
  const hashes = new Map(items.map((item) => [item, bytesToHex(md5(utf8ToBytes(print(item))))]))
  const hashOf = (item: Item): string => hashes.get(item) ?? ''
  return items.toSorted((a, b) => (hashOf(a) < hashOf(b) ? -1 : Number(hashOf(a) > hashOf(b))))
}

/** Sorts ports in the order in which the reference stores them: arbitrary but deterministic. [EP3] */
export const sortPorts = (ports: readonly EndpointPort[]): EndpointPort[] =>
  sortByHash(ports, (port) => `(core.EndpointPort)${portFields(port)}`)

/** Sorts subsets likewise; their addresses and ports must be sorted already. [EP3] */
export const sortSubsets = (subsets: readonly EndpointSubset[]): EndpointSubset[] => sortByHash(subsets, subsetText)
