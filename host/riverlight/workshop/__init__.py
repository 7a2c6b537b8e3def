"""Making your own copy: new boards, light chains, calibration, prints, wiring and parts."""
