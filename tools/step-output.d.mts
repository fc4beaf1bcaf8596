export interface StepOutput {
  begin(title: string): { say(text: string | Uint8Array): void; end(lastLine: string): void };
}

export declare function createStepOutput(write: (text: string | Uint8Array) => void): StepOutput;
