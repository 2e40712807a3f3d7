import type { DeviceClaim, DeviceSubRequest, ExactDeviceRequest } from '#server/kinds/types/resource-v1.ts'

/** Without more words one device is wanted; fields of features that are off are forgotten. In place. [DRA4] */
export function defaultClaim(claim: DeviceClaim | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) setMode(request)
  }
}

function setMode(request: ExactDeviceRequest | DeviceSubRequest): void {
  if ((request.allocationMode ?? '') === '') request.allocationMode = 'ExactCount'
  if (request.allocationMode === 'ExactCount' && (request.count ?? 0) === 0) request.count = 1
}

/** Shares of devices belong to a feature that is off. [DRA4] */
export function dropFromClaim(claim: DeviceClaim | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) {
      delete request.capacity
    }
  }
}
