import { expect, test } from 'vitest'
import { type Offer, subsetsOf } from './subsets.ts'

const http = (port: number) => ({ name: 'http', port, protocol: 'TCP' })
const admin = { name: 'admin', port: 9000, protocol: 'TCP' }
const address = (ip: string) => ({ ip, targetRef: { kind: 'Pod', uid: `uid of ${ip}` } })
const offer = (ip: string, isReady: boolean, ...ports: Offer['ports']): Offer => ({
  address: address(ip),
  isReady,
  ports,
})

test('[LC51] a port that has another number in some pods is in a subset of its own', () => {
  const subsets = subsetsOf([offer('10.0.0.1', true, http(8080), admin), offer('10.0.0.2', true, http(8081), admin)])
  expect(subsets).toEqual([
    { addresses: [address('10.0.0.1')], ports: [http(8080)] },
    { addresses: [address('10.0.0.1'), address('10.0.0.2')], ports: [admin] },
    { addresses: [address('10.0.0.2')], ports: [http(8081)] },
  ])
})

test('[LC51] pods that are not ready are listed apart; a service without ports has addresses only', () => {
  expect(subsetsOf([offer('10.0.0.2', false), offer('10.0.0.3', true), offer('10.0.0.1', true)])).toEqual([
    { addresses: [address('10.0.0.1'), address('10.0.0.3')], notReadyAddresses: [address('10.0.0.2')] },
  ])
})

test('[LC51] the order of ports does not depend on their order in the service', () => {
  const of = (...ports: Offer['ports']) => subsetsOf([offer('10.0.0.1', true, ...ports)])[0]?.ports
  expect(of(http(80), admin)).toEqual(of(admin, http(80)))
})
