import { expect, test } from "vitest";
import { loggablePath } from "./logger.ts";

test.each([
  [
    "/api/user/v1/otp/DRIVER/9800000001/send?otpType=SU",
    "/api/user/v1/otp/DRIVER/[redacted]/send?otpType=SU",
  ],
  [
    "/api/user/v1/users/find-by-username/DRIVER/9800000001",
    "/api/user/v1/users/find-by-username/DRIVER/[redacted]",
  ],
  ["/provider/v1/drivers/9800000001?x=1", "/provider/v1/drivers/[redacted]?x=[redacted]"],
  [
    "/auth/oauth/token?grant_type=refresh_token&refresh_token=s3cret",
    "/auth/oauth/token?grant_type=refresh_token&refresh_token=[redacted]",
  ],
  [
    "/api/ocpi/v1/locations/search?latitude=18.52&longitude=73.85&distance=5&page_no=2",
    "/api/ocpi/v1/locations/search?latitude=[redacted]&longitude=[redacted]&distance=[redacted]&page_no=2",
  ],
  [
    "/api/ocpi/v1/locations/pins?west=73&south=18&east=74&north=19&since=a?b",
    "/api/ocpi/v1/locations/pins?west=[redacted]&south=[redacted]&east=[redacted]&north=[redacted]&since=[redacted]",
  ],
  ["/dev/outbox?to=9800000001", "/dev/outbox?to=[redacted]"],
  ["/webhooks/msg91/a-secret-in-an-address?x=1", "/webhooks/msg91/[redacted]?x=[redacted]"],
  [
    "/api/user/v1/users/usr_1/cXyz:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx",
    "/api/user/v1/users/usr_1/[redacted]",
  ],
  ["/api/user/v1/users/usr_1/deactivate", "/api/user/v1/users/usr_1/deactivate"],
  ["/api/user/v1/users/usr_1/pushy_device_tokens", "/api/user/v1/users/usr_1/pushy_device_tokens"],
])("%s is written without what signs in or names anybody", (path, written) => {
  expect(loggablePath(path)).toBe(written);
});
