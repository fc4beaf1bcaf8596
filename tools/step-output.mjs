/**
 * Shows the output of parallel steps one after the other. The first unfinished step is shown live; the output of later ones is kept until their turn.
 * @param {(text: string | Uint8Array) => void} write
 */
export function createStepOutput(write) {
  /** In the order of their start. */
  const unfinished = [];

  function show() {
    for (let first = unfinished[0]; first !== undefined; first = unfinished[0]) {
      for (const text of first.kept.splice(0)) write(text);
      if (!first.hasEnded) return;
      unfinished.shift();
    }
  }

  return {
    /** @param {string} title */
    begin(title) {
      const step = { kept: [`\n── ${title}\n`], hasEnded: false };
      unfinished.push(step);
      show();
      return {
        /** @param {string | Uint8Array} text */
        say(text) {
          step.kept.push(text);
          show();
        },
        /** @param {string} lastLine */
        end(lastLine) {
          step.kept.push(`   ${lastLine}\n`);
          step.hasEnded = true;
          show();
        },
      };
    },
  };
}
