/** The test device's calls. They exist wherever the sandbox bank does, and nowhere else. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import {
  CalculatorDisplay,
  CalculatorInputBody,
  DeviceAnswerBody,
  DeviceChallenge,
  DeviceLinkBody,
  DeviceModeBody,
  DeviceState,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { createDeviceChallenges, createDeviceCookie } from '../sca/index.ts';
import { answerOnDevice, keyIntoCalculator, readDevice, setDeviceMode } from './device.ts';
import { openByLink } from './open-link.ts';

const ChallengeParams = Type.Object({ challengeId: Type.String({ maxLength: 64 }) });

export function registerTestDeviceRoutes(app: FastifyInstance, { platform }: { platform: Parameters<typeof createDeviceChallenges>[0] }): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const deps = { platform, challenges: createDeviceChallenges(platform) };
  const deviceCookie = createDeviceCookie(platform);

  routes.get('/bank/device/challenges', { schema: { response: { 200: DeviceState } } }, async (request) =>
    readDevice(deps, deviceCookie.read(request)),
  );

  routes.post(
    '/bank/device/challenges/:challengeId/answer',
    { schema: { params: ChallengeParams, body: DeviceAnswerBody, response: { 200: DeviceChallenge } } },
    async (request) =>
      answerOnDevice(deps, { deviceKeyHash: deviceCookie.read(request), challengeId: request.params.challengeId }, request.body.answer),
  );

  routes.post(
    '/bank/device/challenges/:challengeId/calculator',
    { schema: { params: ChallengeParams, body: CalculatorInputBody, response: { 200: CalculatorDisplay } } },
    async (request) =>
      keyIntoCalculator(deps, { deviceKeyHash: deviceCookie.read(request), challengeId: request.params.challengeId }, request.body.number),
  );

  routes.post('/bank/device/links', { schema: { body: DeviceLinkBody, response: { 200: DeviceChallenge } } }, async (request, reply) =>
    openByLink(deps, { knownHash: deviceCookie.read(request), newHash: () => deviceCookie.readOrCreate(request, reply) }, request.body.link),
  );

  routes.put('/bank/device', { schema: { body: DeviceModeBody, response: { 200: DeviceState } } }, async (request, reply) =>
    setDeviceMode(deps, deviceCookie.readOrCreate(request, reply), request.body.automatic),
  );
}
