import type { DeviceClaim, DeviceSubRequest, ExactDeviceRequest } from '#server/kinds/types/resource-v1.ts'

/** Defaults the allocation mode to one device, and drops fields of disabled features. In place. [DRA4] */
export function defaultClaim(claim: DeviceClaim | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) setMode(request)
  }
}

function setMode(request: ExactDeviceRequest | DeviceSubRequest): void {
  if ((request.allocationMode ?? '') === '') request.allocationMode = 'ExactCount'
  if (request.allocationMode === 'ExactCount' && (request.count ?? 0) === 0) request.count = 1
}

/** Drops consumable capacity, a disabled feature. [DRA4] */
export function dropFromClaim(claim: DeviceClaim | undefined): void {
  for (const { exactly, firstAvailable } of claim?.requests ?? []) {
    for (const request of [...(exactly === undefined ? [] : [exactly]), ...(firstAvailable ?? [])]) {
      delete request.capacity
    }
  }
}
