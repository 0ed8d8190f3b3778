// Plays a short click for a move if sound is on.

/** @type {AudioContext|undefined} */
let audio;

/** @param {boolean} wanted */
export function click(wanted) {
  if (!wanted) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const loud = audio.createGain();
  tone.frequency.value = 440;
  loud.gain.setValueAtTime(0.08, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.08);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.08);
}
