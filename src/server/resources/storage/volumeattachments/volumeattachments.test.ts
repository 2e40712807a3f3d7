import { expect, test } from 'vitest'
import { cellsOf, tryCreate, tryUpdate } from '#testing/strategy-trial.ts'
import { volumeattachments } from './definition.ts'

const spec = { attacher: 'a.example.com', nodeName: 'n', source: { persistentVolumeName: 'pv' } }

test('[VAT1] an attachment has an attacher, a node and one volume', () => {
  const { object, errors } = tryCreate(volumeattachments, { spec, status: { attached: true } })
  expect(errors).toEqual([])
  expect(cellsOf(volumeattachments, object).slice(0, 5)).toEqual(['x', 'a.example.com', 'pv', 'n', false])
  expect(tryCreate(volumeattachments, { spec: { ...spec, source: {} } }).errors).toEqual([
    'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
  ])
  const inline = { accessModes: ['ReadWriteOnce'], capacity: { storage: '1' }, nfs: { server: '', path: '/a' } }
  expect(tryCreate(volumeattachments, { spec: { ...spec, source: { inlineVolumeSpec: inline } } }).errors).toEqual([
    'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
    'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
    'spec.source.inlineVolumeSpec.nfs.server: Required value',
  ])
})

test('[VAT2] the spec is immutable, and a status write changes nothing else', () => {
  const live = tryCreate(volumeattachments, { spec }).object
  expect(tryUpdate(volumeattachments, live, { spec: { ...spec, nodeName: 'm' } }).errors).toEqual([
    'spec: Invalid value: {"Attacher":"a.example.com","Source":{"PersistentVolumeName":"pv","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
  ])
  const sent = { metadata: { labels: { a: 'b' } }, spec: { attacher: 'x' }, status: { attached: true } }
  const { object, errors } = tryUpdate(volumeattachments, live, sent, 'status')
  expect(errors).toEqual([])
  expect(object).toMatchObject({ spec, status: { attached: true } })
  expect(object.metadata.labels).toBeUndefined()
})

test('[VAT3] [VAT4] messages of an attachment error have a limited length, and its code is dropped', () => {
  const live = tryCreate(volumeattachments, { spec }).object
  const attachError = { message: 'x'.repeat(1025), errorCode: -1 }
  const { errors } = tryUpdate(volumeattachments, live, { spec, status: { attached: false, attachError } }, 'status')
  expect(errors[0]).toBe('status.attachError.message: Too long: may not be more than 262144 bytes')
  const status = { attached: false, detachError: { message: 'no', errorCode: 5 } }
  const { object } = tryUpdate(volumeattachments, live, { spec, status }, 'status')
  expect(object['status']).toEqual({ attached: false, detachError: { time: null, message: 'no' } })
})
