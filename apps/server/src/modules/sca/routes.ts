/** The test device's calls. They exist wherever the sandbox bank does, and nowhere else. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { CalculatorDisplay, CalculatorInputBody, DeviceAnswerBody, DeviceChallenge, DeviceModeBody, DeviceState } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ScaPlatform } from './challenge/conclude-challenge.ts';
import { answerOnDevice, keyIntoCalculator, readDevice, setDeviceMode } from './device/device.ts';
import { createDeviceCookie } from './device/device-cookie.ts';

const ChallengeParams = Type.Object({ challengeId: Type.String({ maxLength: 64 }) });

/** Registers nothing when a bank's own core stands behind Portico. */
export function registerScaRoutes(app: FastifyInstance, { platform }: { platform: ScaPlatform }): void {
  if (platform.config.bank !== 'sandbox') return;
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const deviceCookie = createDeviceCookie(platform);

  routes.get('/bank/device/challenges', { schema: { response: { 200: DeviceState } } }, async (request) =>
    readDevice(platform, deviceCookie.read(request)),
  );

  routes.post(
    '/bank/device/challenges/:challengeId/answer',
    { schema: { params: ChallengeParams, body: DeviceAnswerBody, response: { 200: DeviceChallenge } } },
    async (request) =>
      answerOnDevice(platform, {
        deviceKeyHash: deviceCookie.read(request),
        challengeId: request.params.challengeId,
        answer: request.body.answer,
      }),
  );

  routes.post(
    '/bank/device/challenges/:challengeId/calculator',
    { schema: { params: ChallengeParams, body: CalculatorInputBody, response: { 200: CalculatorDisplay } } },
    async (request) =>
      keyIntoCalculator(platform, {
        deviceKeyHash: deviceCookie.read(request),
        challengeId: request.params.challengeId,
        number: request.body.number,
      }),
  );

  routes.put('/bank/device', { schema: { body: DeviceModeBody, response: { 200: DeviceState } } }, async (request, reply) =>
    setDeviceMode(platform, deviceCookie.readOrCreate(request, reply), request.body.automatic),
  );
}
